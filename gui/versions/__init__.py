"""Model versions: which there are, which one serves, how two of them differ.

model_versions   what a person does with them: activate, rename, remove, export, import
versions_page    the page that lists them
version_tree     the list itself, one row per version
version_text     what is known of a version, in words
removal          asks before one is removed
networks         what a person does with networks: add one, find pictures by it
networks_dialog  the dialog that lists them
comparing        two versions asked for the same picture
compare_page     the page that shows both answers
hit_column       the hits of one version
hit_rows         a hit as a row: what it says and how it looks
"""
