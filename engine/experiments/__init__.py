"""The paper's protocols and tables, run from the command line: `dualhash experiment NAME`.

    split.py        the three parts that every experiment has: train (also the database), valid, test (the queries)
    batch_files.py  CIFAR-10's pickled batch files, read without running anything that is in them
    cifar10.py      CIFAR-10, the paper's split of it and the paper's figures
    features.py     frozen features of the pictures, computed once and kept in the cache
    method.py       what is asked of a method
    methods.py      what is compared, by name
    trained_methods.py  DualHash and the likelihood on frozen features
    runs.py         one run = one method, code length, seed and settings; each finished one is a file
    tuning.py       the same small search on the validation part for each method
    comparison.py   the plan: tune, run, tabulate
    table.py        mean and spread over seeds as CSV, JSON and Markdown, and who won

    pictures -> features -> (tuning -> runs) of each method and code length -> table

The test part is measured by the final runs only. Nothing here knows the library or its database.
"""
