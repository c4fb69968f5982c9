"""
Prints what Clang says of each call in files of C++, as `compilerOracle.ts` reads it.

`pip install libclang`, then `node bench/code/compilerOracle.ts cpp FOLDER --list | python bench/code/compilers/clangCalls.py FOLDER
-std=c++17 -IFOLDER/include …`: parses the sources among the paths on standard input, with the headers that they take in. Calls in
templates that depend on type parameters have no answer, nor have those in macros.
"""

import os
import sys

from clang.cindex import CursorKind, Index, LinkageKind, conf

SOURCES = (".cc", ".cpp", ".cxx")
CLASSES = (CursorKind.CLASS_DECL, CursorKind.STRUCT_DECL, CursorKind.CLASS_TEMPLATE)
LOCALS = (CursorKind.VAR_DECL, CursorKind.PARM_DECL)

root = os.path.realpath(sys.argv[1])
flags = sys.argv[2:]
texts = {}
# Where each name is declared and defined; overloads are one.
places = {}
calls = {}


def lines_of(path):
    if path not in texts:
        with open(os.path.join(root, path), encoding="utf8", errors="replace") as file:
            texts[path] = file.read().split("\n")
    return texts[path]


def place_of(cursor):
    """Path, line and column of a name in the work tree; None outside of it."""
    location = cursor.location
    if location.file is None:
        return None
    path = os.path.relpath(os.path.realpath(location.file.name), root)
    return None if path.startswith("..") else (path, location.line, location.column)


def written_at(path, line, column):
    """The identifier at a place, and its column in UTF-16 units from 0."""
    text = lines_of(path)[line - 1] if line <= len(lines_of(path)) else ""
    before = text.encode("utf8")[: column - 1].decode("utf8", "replace")
    rest = text[len(before) :]
    end = next((at for at, each in enumerate(rest) if not (each.isalnum() or each == "_")), len(rest))
    return rest[:end], len(before.encode("utf-16-le")) // 2


def template_of(cursor):
    template = conf.lib.clang_getSpecializedCursorTemplate(cursor)
    return template if template is not None and template.kind != CursorKind.INVALID_FILE else cursor


def key_of(cursor):
    """The qualified name, with the file of what other files do not see."""
    names = []
    at = cursor
    while at is not None and at.kind != CursorKind.TRANSLATION_UNIT:
        names.append(at.spelling.split("<")[0])
        at = at.semantic_parent
    place = place_of(cursor)
    is_own = cursor.linkage == LinkageKind.INTERNAL or cursor.linkage == LinkageKind.NO_LINKAGE
    return (place[0] if is_own and place is not None else "", "::".join(reversed(names)))


def note(cursor):
    """Notes where a function, class or field is declared."""
    place = place_of(cursor)
    if place is not None and cursor.spelling != "":
        places.setdefault(key_of(cursor), set()).add((place[0], place[1], cursor.spelling.split("<")[0]))


def called_by(cursor):
    """The cursor of the name that a call calls, and whether it is a member."""
    child = next(cursor.get_children(), None)
    while child is not None and child.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR):
        child = next(child.get_children(), None)
    if child is None or child.kind not in (CursorKind.MEMBER_REF_EXPR, CursorKind.DECL_REF_EXPR):
        return None, False
    return child, child.kind == CursorKind.MEMBER_REF_EXPR


def answer_of(target):
    if target.kind in LOCALS and target.semantic_parent is not None:
        if target.semantic_parent.kind not in CLASSES + (CursorKind.NAMESPACE, CursorKind.TRANSLATION_UNIT):
            return "local", None
    note(target)
    return ("outside", None) if place_of(target) is None else ("definition", key_of(target))


def add_call(name_cursor, target, is_member):
    place = place_of(name_cursor)
    if place is None or target is None:
        return
    path, line, column = place
    name, start = written_at(path, line, column)
    target = template_of(target)
    if target.kind in (CursorKind.CONSTRUCTOR, CursorKind.DESTRUCTOR):
        target = target.semantic_parent
    if name == "" or name != target.spelling.split("<")[0]:
        return
    key = (path, line, start, name, "member" if is_member else "name")
    calls.setdefault(key, set()).add(answer_of(target))


def visit(cursor):
    kind = cursor.kind
    if kind == CursorKind.CALL_EXPR:
        name, is_member = called_by(cursor)
        # The first child of a constructor or operator is what it takes.
        if name is not None and cursor.spelling in ("", name.spelling):
            add_call(name, name.referenced, is_member)
    elif kind == CursorKind.CXX_NEW_EXPR or kind == CursorKind.CXX_FUNCTIONAL_CAST_EXPR:
        type_name = next((each for each in cursor.get_children() if each.kind == CursorKind.TYPE_REF), None)
        if type_name is not None and type_name.referenced is not None and type_name.referenced.kind in CLASSES:
            add_call(type_name, type_name.referenced, False)
    elif kind.is_declaration():
        note(cursor)
    for child in cursor.get_children():
        visit(child)


def main():
    sys.setrecursionlimit(100_000)
    index = Index.create()
    for path in sys.stdin.read().split("\n"):
        if not path.endswith(SOURCES):
            continue
        unit = index.parse(os.path.join(root, path), args=["-x", "c++", *flags])
        errors = [each for each in unit.diagnostics if each.severity >= 3]
        if errors:
            print(f"{path}: {len(errors)} errors, first {errors[0].spelling}", file=sys.stderr)
        for cursor in unit.cursor.get_children():
            if place_of(cursor) is not None:
                visit(cursor)
    for (path, line, column, name, form), answers in sorted(calls.items()):
        kinds = {answer for answer, _ in answers}
        kind = next(each for each in ("definition", "local", "outside") if each in kinds)
        found = sorted({place for answer, target in answers if answer == "definition" for place in places.get(target, ())})
        targets = [str(part) for place in found for part in place]
        print("\t".join([path, str(line), str(column), name, form, kind, *targets]))


main()
