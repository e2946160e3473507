"""``mx.notebook``: a training as tables of pandas and as charts of bokeh; see ``mx.notebook.callback``."""
