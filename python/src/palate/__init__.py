"""
Your team's taste in Python.

    import palate

    p = palate.connect(profile="Brand")
    p.score(image).value
"""

from ._async import AsyncPalate, aconnect
from ._errors import PalateError
from ._pictures import Picture
from ._results import Score, Scores
from ._sync import Palate, connect

__all__ = ["AsyncPalate", "Palate", "PalateError", "Picture", "Score", "Scores", "aconnect", "connect"]
__version__ = "0.1.0"
