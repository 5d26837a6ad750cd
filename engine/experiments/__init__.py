"""The paper's protocols, tables and figures, run from the command line: `dualhash experiment NAME`.

What is learned from
    data_sets.py    the data sets by name: cifar10.py (with batch_files.py), multilabel.py, imagenet100.py
    split.py        the three parts that every experiment has: train (also the database), valid, test (the queries)
    features.py     frozen features of small pictures in memory; picture_files.py: of files, or squares of pixels
    feature_cache.py  where features are kept: they are computed once
    preparing.py    pictures -> the inputs in every feature space that is needed
    paper.py        the paper's own figures

What is done
    method.py       what is asked of a method; methods.py: what is compared, by name
    trained_methods.py  methods of engine.learning on frozen features; whole_network.py: from pixels; learning.py
    results.py      one run = one method, code length, seed and settings, and what is kept of it
    measuring.py    the measures and curves of a run
    runs.py         each finished run is a file; execution.py: several at a time, in processes
    tuning.py       the same small search on the validation part for each method
    comparison.py   the plan: tune, run, tabulate
    studies.py      smaller experiments beside the table: sensitivity.py, regularisers.py

What comes out
    experiment_facts.py, finished.py  what an experiment is about, and which of its runs are there
    table.py, verdicts.py  mean and spread over seeds as CSV, JSON and Markdown, and who won
    report.py, report_page.py, report_style.py  one self-contained page with everything
    *_figures.py    what is drawn; *_charts.py, charts.py, heat_maps.py, looks.py, drawings.py: how
    written_files.py  files, each published whole

    pictures -> inputs -> (tuning -> runs) of each method and code length -> table, figures, report

The test part is measured by the final runs only. Nothing here knows the library or its database.
"""
