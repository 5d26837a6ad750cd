"""The paper's protocols, tables and figures, run from the command line: `dualhash experiment NAME`.

data/           pictures -> three parts; the paper's own figures
drawing/        how figures are drawn
output/         table, figures; which gaps are ties
report/         one page with everything

preparing       pictures -> inputs of the methods, in every feature space that is needed
method          what is asked of a method; methods: what is compared, by name
trained_methods  methods of engine.learning on frozen features; network_methods: on what they tune; learning
results         one run = one method, code length, seed and settings, and what is kept of it; spread: over seeds
written_files   files, each published whole
measuring       the measures and curves of a run
runs            each finished run is a file (run_files); execution: several at a time, in processes
tuning          the same small search on the validation part for each method
comparison      the plan: tune, run, tabulate
studies         smaller experiments beside the table: sensitivity, regularisers
open_set/       half of the kinds labelled: what methods make of these, and what they forget

    pictures -> inputs -> (tuning -> runs) of each method and code length -> table, figures, report

Settings are chosen by figures of the validation part alone. Nothing here knows the library or its database.
"""
