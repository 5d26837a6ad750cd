"""Looking at one picture: the zoomable view, drawing a part to search for, the metadata, and their panel."""
