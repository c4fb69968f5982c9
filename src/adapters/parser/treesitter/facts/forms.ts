import type { Declared, DeclaredVariable, Source, Surroundings } from "./FactsLanguage.ts"
import type { Form, TypeForm } from "./Form.ts"
import type { Reading, SyntaxNode } from "./SyntaxNode.ts"

type Maybe = SyntaxNode | undefined

/** How to read nodes of a type. */
export type Table<A> = ReadonlyMap<string, (node: SyntaxNode) => A | undefined>

/** Makes a table; all types of one row are read alike. */
export const makeTable = <A>(
  rows: ReadonlyArray<readonly [types: string | ReadonlyArray<string>, read: (node: SyntaxNode) => A | undefined]>
): Table<A> =>
  new Map(rows.flatMap(([types, read]) => [types].flat().map((type): readonly [string, typeof read] => [type, read])))

/** Expressions. Without the nodes that they need, they are undefined. */
export const expression = {
  name: (name: Maybe): Form | undefined => (name === undefined ? undefined : { form: "name", name }),
  member: (of: Maybe, name: Maybe): Form | undefined => (name === undefined ? undefined : { form: "member", of, name }),
  call: (callee: Maybe, list: Maybe): Form | undefined =>
    callee === undefined ? undefined : { form: "call", callee, arguments: list?.named ?? [] },
  own: (name: SyntaxNode): Form => ({ form: "own", name }),
  static: (of: Maybe, name: Maybe): Form | undefined =>
    of === undefined || name === undefined ? undefined : { form: "static", of, name },
  invoke: (of: Maybe, name: Maybe, list: Maybe): Form | undefined =>
    name === undefined ? undefined : { form: "invoke", of, name, arguments: list?.named ?? [] },
  new: (type: Maybe, list: Maybe): Form | undefined =>
    type === undefined ? undefined : { form: "new", type, arguments: list?.named ?? [] },
  same: (of: Maybe): Form | undefined => (of === undefined ? undefined : { form: "same", of }),
  await: (of: Maybe): Form | undefined => (of === undefined ? undefined : { form: "await", of }),
  element: (of: Maybe): Form | undefined => (of === undefined ? undefined : { form: "element", of }),
  instance: (type: Maybe): Form | undefined => (type === undefined ? undefined : { form: "instance", type }),
  attribute: (type: Maybe): Form | undefined => (type === undefined ? undefined : { form: "attribute", type }),
  union: (...of: ReadonlyArray<Maybe>): Form => ({ form: "union", of: of.filter((each) => each !== undefined) }),
  function: (yields: Maybe): Form => ({ form: "function", yields }),
  literal: (type: string) => (): Form => ({ form: "literal", type }),
  this: (): Form => ({ form: "this" }),
  /** The receiver of the enclosing type of this name; of the innermost one without a name. */
  thisOf: (of: Maybe): Form => ({ form: "this", of }),
  super: (): Form => ({ form: "super" })
}

/** Types. Without the nodes that they need, they are undefined. */
export const typeExpression = {
  name: (name: Maybe): TypeForm | undefined => (name === undefined ? undefined : { form: "name", name }),
  member: (of: Maybe, name: Maybe): TypeForm | undefined =>
    of === undefined || name === undefined ? undefined : { form: "member", of, name },
  apply: (of: Maybe, list: Maybe): TypeForm | undefined =>
    of === undefined
      ? undefined
      : list === undefined
        ? { form: "same", of }
        : { form: "apply", of, arguments: list.named },
  same: (of: Maybe): TypeForm | undefined => (of === undefined ? undefined : { form: "same", of }),
  array: (of: Maybe): TypeForm | undefined => (of === undefined ? undefined : { form: "array", of }),
  path: (names: ReadonlyArray<SyntaxNode>, list?: Maybe): TypeForm => ({
    form: "path",
    names,
    arguments: list?.named ?? []
  }),
  union: ({ named }: SyntaxNode): TypeForm => ({ form: "union", of: named }),
  tuple: ({ named }: SyntaxNode): TypeForm => ({ form: "tuple", of: named }),
  function: (yields: Maybe): TypeForm => ({ form: "function", yields }),
  this: (): TypeForm => ({ form: "this" }),
  nothing: (): TypeForm => ({ form: "nothing" })
}

/** What a node of a type declares. */
export type Declare = (node: SyntaxNode, around: Surroundings, reading: Reading) => ReadonlyArray<Declared>

/** Makes a table of declarations; all types of one row are read alike. */
export const makeDeclarations = (
  rows: ReadonlyArray<readonly [types: string | ReadonlyArray<string>, declare: Declare]>
): ReadonlyMap<string, Declare> =>
  new Map(rows.flatMap(([types, declare]) => [types].flat().map((type): readonly [string, Declare] => [type, declare])))

/** Reads declarations by a table. */
export const declareBy =
  (table: ReadonlyMap<string, Declare>): Declare =>
  (node, around, reading) =>
    table.get(node.type)?.(node, around, reading) ?? []

/** A type parameter. */
export const opaque = (name: Maybe, bound?: Maybe): ReadonlyArray<Declared> =>
  name === undefined ? [] : [{ declares: "opaque", name, bound }]

/** A source of a variable, if there is one. */
export const sourcesFrom = (node: Maybe, how: Source["how"] = "value"): ReadonlyArray<Source> =>
  node === undefined ? [] : [{ node, how, entries: [] }]

/** A variable of the innermost scope. */
export const variable = (
  name: Maybe,
  rest: Partial<Omit<DeclaredVariable, "declares" | "name" | "place">>
): ReadonlyArray<DeclaredVariable> =>
  name === undefined ? [] : [{ declares: "variable", name, sources: [], place: "scope", ...rest }]

/** Splits a qualified name before its last segment. */
export const splitName = (text: string, separator: string): { readonly module: string; readonly imported: string } => {
  const at = text.lastIndexOf(separator)
  return at === -1
    ? { module: "", imported: text }
    : { module: text.slice(0, at), imported: text.slice(at + separator.length) }
}
