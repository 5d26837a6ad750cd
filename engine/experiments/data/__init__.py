"""What experiments learn from: pictures of a data set -> three parts -> features or squares of pixels.

data_sets       the data sets by name: cifar10 (with batch_files), multilabel, imagenet100
split           the three parts that every experiment has: train (also the database), valid, test (the queries)
class_folders   pictures in folders, one for each class
features        frozen features of small pictures in memory; picture_files: of files, or squares of pixels
feature_cache   where features are kept: they are computed once; mapped_cache: where they are too many for memory
paper           the paper's own figures
"""
