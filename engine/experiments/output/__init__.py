"""What experiments write: tables, figures and one page with everything, from the runs that are there.

experiment_facts  what an experiment is about; finished: which of its runs are there
table, verdicts   mean and spread over seeds as CSV, JSON and Markdown, and who won
report            one self-contained page; report_page its text, report_style its looks
sections          what a report has besides: the open set
*_figures         what is drawn; charts, *_charts, heat_maps, looks, drawings: how
written_files     files, each published whole
"""
