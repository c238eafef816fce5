"""Records as compiled rules see them: a pointer, and fields whose place, width and lengths are known to the compiler.

Numba's own records make an array with shape and strides of every field that has a length. Here a field is read by one
address calculation and one load, which names its field (TBAA metadata): LLVM then knows that writing one field leaves
the others as they are. (To say that a table never changes made races slower: too much is kept in registers.)
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportAttributeAccessIssue=false, reportMissingParameterType=false
# pyright: reportPrivateImportUsage=false, reportOptionalCall=false, reportUntypedClassDecorator=false
# Numba ships no types: what it gives is unknown on this page.

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import typing
from numba.core.datamodel import register_default
from numba.core.datamodel.models import OpaqueModel
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global
from numba.extending import lower_builtin, lower_cast, lower_getattr_generic, lower_setattr_generic

BYTE = ir.IntType(8)
WIDE = ir.IntType(64)


class RuleField(types.Type):
    """A field with a length, or one row of it."""

    def __init__(self, name: str, width: int, lengths: tuple[int, ...]):
        self.field, self.width, self.lengths = name, width, lengths
        super().__init__(f"{name}{list(lengths)}")

    @property
    def key(self) -> Any:
        """What makes it different from other types; the name is short, for it is part of each symbol."""
        return self.field, self.width, self.lengths

    @property
    def row(self) -> "RuleField":
        """What an index leads to: a row, or an entry without lengths."""
        return RuleField(self.field, self.width, self.lengths[1:])


class RuleRecord(types.Type):
    """A table or a state."""

    def __init__(self, name: str, dtype: np.dtype[Any]):
        self.described = repr(dtype.descr)
        self.places: dict[str, Any] = dict(dtype.fields or {})
        super().__init__(name)

    @property
    def key(self) -> Any:
        """What makes it different from other types."""
        return self.name, self.described

    def place(self, name: str) -> tuple[RuleField, int]:
        """A field and where it begins."""
        kind, start, *_ = self.places[name]
        return RuleField(f"{self.name}.{name}", kind.base.itemsize, kind.shape), start


register_default(RuleRecord)(OpaqueModel)
register_default(RuleField)(OpaqueModel)


def value_type(field: RuleField) -> Any:
    """The type of what an attribute or an index gives."""
    return field if field.lengths else types.int64


# What rules may do with records, for Numba's type inference


@infer_getattr
class _Attributes(AttributeTemplate):
    key = RuleRecord

    def generic_resolve(self, record: RuleRecord, name: str) -> Any:
        return value_type(record.place(name)[0]) if name in record.places else None


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], RuleField):
            return typing.signature(value_type(args[0].row), args[0], types.intp)


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], RuleField) and len(args[0].lengths) == 1:
            return typing.signature(types.none, args[0], types.intp, types.int64)


@infer_global(len)
class _Length(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], RuleField):
            return typing.signature(types.intp, args[0])


# How it is done, in LLVM's words


@lower_cast(types.Record, RuleRecord)
def _cast(context: Any, builder: Any, fromty: Any, toty: Any, value: Any) -> Any:
    return builder.bitcast(value, BYTE.as_pointer())


@lower_getattr_generic(RuleRecord)
def _get_attribute(context: Any, builder: Any, record: RuleRecord, pointer: Any, name: str) -> Any:
    field, start = record.place(name)
    return _value(builder, field, _moved(builder, pointer, WIDE(start)))


@lower_setattr_generic(RuleRecord)
def _set_attribute(context: Any, builder: Any, signature: Any, args: Any, name: str) -> None:
    field, start = signature.args[0].place(name)
    _store(builder, field, _moved(builder, args[0], WIDE(start)), args[1])


@lower_builtin(operator.getitem, RuleField, types.Integer)
def _get_item(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    field = signature.args[0]
    return _value(builder, field.row, _entry(builder, field, *args[:2]))


@lower_builtin(operator.setitem, RuleField, types.Integer, types.Integer)
def _set_item(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    field = signature.args[0]
    _store(builder, field, _entry(builder, field, *args[:2]), args[2])
    return context.get_dummy_value()


@lower_builtin(len, RuleField)
def _length(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return WIDE(signature.args[0].lengths[0])


def _entry(builder: Any, field: RuleField, pointer: Any, index: Any) -> Any:
    """The address of an entry or row."""
    size = field.width * int(np.prod(field.lengths[1:]))
    return _moved(builder, pointer, builder.mul(index, WIDE(size), flags=["nsw"]))


def _moved(builder: Any, pointer: Any, by: Any) -> Any:
    return builder.gep(pointer, [by], inbounds=True)


def _value(builder: Any, field: RuleField, pointer: Any) -> Any:
    """The entry at an address, as wide as numbers of rules are; a field with lengths is its address."""
    if field.lengths:
        return pointer
    load = builder.load(builder.bitcast(pointer, _int(field).as_pointer()), align=field.width)
    load.set_metadata("tbaa", _tag(builder.module, field))
    return builder.sext(load, WIDE)


def _store(builder: Any, field: RuleField, pointer: Any, value: Any) -> None:
    value = builder.trunc(value, _int(field)) if field.width < 8 else value
    store = builder.store(value, builder.bitcast(pointer, _int(field).as_pointer()), align=field.width)
    store.set_metadata("tbaa", _tag(builder.module, field))


def _int(field: RuleField) -> Any:
    return ir.IntType(8 * field.width)


def _tag(module: Any, field: RuleField) -> Any:
    """Type-based alias metadata: each field is a type of its own."""
    root = module.add_metadata(["paddock"])
    kind = module.add_metadata([field.field, root, WIDE(0)])
    return module.add_metadata([kind, kind, WIDE(0)])
