"""The picture grid: one virtualised view for browsing a library and for showing hits.

    read_tiles (SQLite, in the loader's thread)     tile_reading.py
      -> TileData (JPEG bytes)                      tile.py
      -> TileLoader: decoded, scaled, rounded       tile_loader.py   own thread, hands over QImage
      -> ImageModel: ids, distances                 image_model.py   GUI thread
           and TileCache: QPixmap by image id       tile_cache.py    bounded in bytes
      -> GridView: painting, keys, mouse            grid_view.py
           on GridSelection: what is selected       grid_selection.py
           on GridSurface: layout, scrolling        grid_surface.py
           RubberBand                               rubber_band.py
           GridGeometry: row <-> pixels in O(1)     geometry.py
           the same with groups, by bisecting       grouped_geometry.py
           RowGroups: where they begin, titles      row_groups.py
           how their headers look                   group_header.py
           ViewPlace: selection and place by id     view_place.py
           TileDelegate: how one tile looks         tile_delegate.py
           distances in words                       nearness_words.py
           small drawn marks                        glyphs.py
           discs for the image's labels             label_marks.py
    EmptyState is what stands there when there is nothing to show (empty_state.py).

The view asks the model for the rows on screen and a page around them, the model asks the loader for those it
does not hold, and every answer comes back by image id, never by row.
"""
