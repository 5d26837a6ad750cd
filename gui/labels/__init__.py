"""Teaching: labels of images, and what a person says of the hits of a query.

decisions         a hit is the same as the query, or not: by key, menu and button
decision_buttons  the two buttons in the preview
"""
