"""What came of the runs that are there, as tables and figures.

experiment_facts  what an experiment is about
finished          which of its runs are there
table             mean and spread over seeds as CSV, JSON and Markdown
verdicts, chance  who won, and which gaps chance may make
training_figures, retrieval_figures, code_figures    how training went, how well the codes find, what they are like
sections          what a report has besides: the open set
"""
