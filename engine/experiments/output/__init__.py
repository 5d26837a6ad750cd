"""What experiments write: tables, figures and one page with everything, from the runs that are there.

experiment_facts  what an experiment is about; finished: which of its runs are there
table, verdicts   mean and spread over seeds as CSV, JSON and Markdown, and who won
report            one self-contained page; report_page its text, report_style its looks
sections          what a report has besides: the open set
chance            how large a gap chance may make
training_figures, retrieval_figures, code_figures    what is drawn: how training went, how well the codes find, what
                  they are like
charts, bar_charts, distance_charts, scatter_charts, heat_maps    how it is drawn; looks, drawings: in what style
written_files     files, each published whole
"""
