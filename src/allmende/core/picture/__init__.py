"""Pictures to share: shapes on an easel, from which an SVG or a PNG is made."""
