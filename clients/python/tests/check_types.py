"""Resolves every type of the generated modules: a missing name raises."""

import typing

from marinedata import models, operations
from marinedata._feature import Feature

shapes = [each for each in vars(models).values() if isinstance(each, type)]
features = [each for each in vars(operations).values() if isinstance(each, type) and issubclass(each, Feature)]
methods = [method for each in features for name, method in vars(each).items() if not name.startswith("_")]
# The names inside the shapes belong to their module.
names = {**vars(operations), **vars(models)}
for each in [*shapes, *methods]:
    typing.get_type_hints(each, names)
print(len(shapes), len(methods))
