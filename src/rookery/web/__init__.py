"""The tables in the browser: pages, styles, art and the small client."""
