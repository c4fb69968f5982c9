import { documentString } from "../../treesitter/facts/documentation.ts"
import { weigh } from "../../treesitter/facts/complexity.ts"
import type {
  Declared,
  DeclaredExport,
  DeclaredFunction,
  DeclaredParameter,
  FactsLanguage,
  Surroundings
} from "../../treesitter/facts/FactsLanguage.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"
import { interpret, interpretCall } from "./pythonExpressions.ts"
import { imports } from "./pythonImports.ts"
import { narrowings } from "./pythonNarrowings.ts"
import { findRun } from "./pythonRuns.ts"
import { declareVariables, findIterated } from "./pythonVariables.ts"
import { interpretType } from "./pythonTypes.ts"

const isPublic = (name: string): boolean => !name.startsWith("_") || /^__\w+__$/.test(name)

const docstring = (body: SyntaxNode | undefined, reading: Reading): { readonly documentation?: string } => {
  const first = body?.children[0]
  const literal = first?.type === "expression_statement" ? first.children[0] : undefined
  return literal?.type === "string" ? { documentation: documentString(reading.text(literal)) } : {}
}

const parameter = (node: SyntaxNode): DeclaredParameter | undefined => {
  switch (node.type) {
    case "identifier":
      return { name: node }
    case "default_parameter":
    case "typed_default_parameter": {
      const name = node.at("name")
      return name?.type === "identifier"
        ? { name, type: node.at("type"), initial: node.at("value"), isOptional: true }
        : undefined
    }
    case "typed_parameter": {
      const inner = node.children[0] === undefined ? undefined : parameter(node.children[0])
      return inner === undefined ? undefined : { ...inner, type: node.at("type") }
    }
    case "list_splat_pattern":
    case "dictionary_splat_pattern": {
      const [name] = node.children
      return name?.type === "identifier" ? { name, isRest: true } : undefined
    }
    default:
      return undefined
  }
}

const parametersOf = (node: SyntaxNode): ReadonlyArray<DeclaredParameter> =>
  (node.at("parameters")?.children ?? []).map(parameter).filter((found) => found !== undefined)

/** What is called with a function last: its first decorator. */
const outermostDecorator = ({ parent }: SyntaxNode): SyntaxNode | undefined =>
  parent?.type === "decorated_definition" ? parent.find("decorator")?.children[0] : undefined

/** Names of a function's decorators, without modules and arguments: `setter` for `@done.setter`. */
const decoratorsOf = (node: SyntaxNode, reading: Reading): ReadonlyArray<string> =>
  node.parent?.type === "decorated_definition"
    ? node.parent.children
        .filter(({ type }) => type === "decorator")
        .map((each) => /([\w]+)\s*(?:\(|$)/.exec(reading.text(each).split("(")[0] ?? "")?.[1] ?? "")
    : []

const properties: ReadonlySet<string> = new Set(["property", "cached_property", "abstractproperty", "hybrid_property"])
const ofClass: ReadonlySet<string> = new Set(["__new__", "__init_subclass__", "__class_getitem__"])

/** What a `with` statement gets from a generator: what it is declared to iterate. */
const managed = (returns: SyntaxNode | undefined): SyntaxNode | undefined => {
  const generic = returns?.children[0]
  return generic?.type === "generic_type"
    ? generic.find("type_parameter")?.children[0]
    : (generic?.all("subscript")[0] ?? returns)
}

const functionOf = (node: SyntaxNode, around: Surroundings, reading: Reading): DeclaredFunction => {
  const body = node.at("body")
  const name = node.at("name")
  const own = reading.text(name)
  const decorators = decoratorsOf(node, reading)
  const isStatic = decorators.includes("staticmethod")
  const receives = decorators.includes("classmethod") || ofClass.has(own) ? "type" : "instance"
  const [first, ...others] = parametersOf(node)
  const isReceiver = around.scope === "type" && !isStatic && first?.isRest !== true
  const returns = node.at("return_type")
  const isManager = decorators.some((each) => each.endsWith("contextmanager"))
  return {
    declares: "function",
    name,
    parameters: first === undefined ? [] : [isReceiver ? { ...first, receives } : first, ...others],
    returns: isManager ? managed(returns) : returns,
    ...(isManager ? { givesYielded: true } : {}),
    body,
    decorator: outermostDecorator(node),
    isStatic: isStatic || (around.scope === "type" && receives === "type"),
    isExported: isPublic(own),
    isProperty: decorators.some((each) => properties.has(each)),
    isOverload: decorators.some((each) => /^(?:overload|setter|deleter)$/.test(each)),
    ...docstring(body, reading)
  }
}

/** `Name: TypeAlias = …`. */
const aliasOf = (node: SyntaxNode, around: Surroundings, reading: Reading): ReadonlyArray<Declared> | undefined => {
  const name = node.at("left")
  if (around.scope === "function" || !/\bTypeAlias$/.test(reading.text(node.at("type")))) return undefined
  return [{ declares: "type", name, bases: [], alias: node.at("right"), isExported: isPublic(reading.text(name)) }]
}

const declare = (node: SyntaxNode, around: Surroundings, reading: Reading): ReadonlyArray<Declared> => {
  switch (node.type) {
    case "function_definition":
      return [functionOf(node, around, reading)]
    case "lambda":
      return [{ declares: "function", name: undefined, parameters: parametersOf(node) }]
    case "class_definition": {
      const bases = (node.at("superclasses")?.children ?? []).filter(({ type }) => type !== "keyword_argument")
      const name = node.at("name")
      const isExported = isPublic(reading.text(name))
      return [{ declares: "type", name, bases, isExported, ...docstring(node.at("body"), reading) }]
    }
    case "type_alias_statement": {
      const left = node.at("left")?.children[0]
      const name = left?.type === "identifier" ? left : left?.children[0]
      return [{ declares: "type", name, bases: [], alias: node.at("right") }]
    }
    case "type_parameter":
      return declaresParameters(node) ? node.children.flatMap((each) => opaque(each)) : []
    case "global_statement":
    case "nonlocal_statement": {
      const scope = node.type === "global_statement" ? "file" : "function"
      return node.children.map((name) => ({ declares: "outer", name, scope }))
    }
    case "assignment":
      return aliasOf(node, around, reading) ?? declareVariables(node, around, reading, isPublic)
    default:
      return declareVariables(node, around, reading, isPublic)
  }
}

/** Whether type parameters are declared here rather than given: `def f[T]`, `class A[T]`, `type A[T] = …`. */
const declaresParameters = (node: SyntaxNode): boolean => {
  const alias = node.parent?.parent
  return node.field === "type_parameters" || (alias?.field === "left" && alias.parent?.type === "type_alias_statement")
}

const opaque = (node: SyntaxNode): ReadonlyArray<Declared> => {
  if (node.type === "identifier") return [{ declares: "opaque", name: node }]
  const [first] = node.children
  return first === undefined ? [] : opaque(first)
}

const stringsIn = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredExport> =>
  node.children
    .filter(({ type }) => type === "string")
    .map((each) => ({ name: reading.text(each.find("string_content")), node: each }))

/** Names in `__all__ = […]` and `__all__ += […]`. */
const exports = (root: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredExport> =>
  root.children.flatMap((statement) => {
    const [node] = statement.type === "expression_statement" ? statement.children : []
    const right = node?.at("right")
    const isList = right?.type === "list" || right?.type === "tuple"
    return isList && reading.text(node?.at("left")) === "__all__" ? stringsIn(right, reading) : []
  })

const silent: ReadonlySet<string> = new Set([
  "import_statement",
  "import_from_statement",
  "future_import_statement",
  "global_statement",
  "nonlocal_statement"
])

export const pythonFacts: FactsLanguage = {
  tokens: new Set(["and", "or"]),
  separator: ".",
  blocks: new Set(["list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression"]),
  isOrdered: false,
  runsTypeBodies: true,
  sharesNames: true,
  hasImplicitThis: false,
  spreads: new Set(["list_splat", "dictionary_splat"]),
  followsCalls: true,
  isEntryTarget: (node) =>
    node.type === "assignment" && node.at("left")?.type === "subscript" ? node.at("left") : undefined,
  returns: new Set(["return_statement", "yield"]),
  findRun,
  findIterated,
  isRaised: ({ parent, field }) => parent?.type === "raise_statement" && field !== "cause",
  passesOnElements: (node, reading) => /^yield\s+from\b/.test(reading.text(node)),
  weights: weigh({
    branch: ["if_statement", "for_statement", "while_statement", "except_clause", "conditional_expression"],
    otherwiseIf: ["elif_clause"],
    otherwise: ["else_clause"],
    switch: ["match_statement"],
    case: ["case_clause", "for_in_clause", "if_clause"],
    nested: ["lambda"]
  }),
  conditions: new Map([["boolean_operator", new Set(["and", "or"])]]),
  imports,
  declare,
  interpret,
  interpretType,
  interpretCall,
  libraries: new Set(["contextlib", "copy", "functools", "typing", "typing_extensions"]),
  narrowings,
  isType: (node) => node.type === "type",
  isSilent: (node) =>
    silent.has(node.type) ||
    (node.field === "left" && node.parent?.type === "type_alias_statement") ||
    (node.type === "identifier" && node.parent?.type === "keyword_argument" && node.field === "name") ||
    (node.type === "identifier" && node.parent?.type === "keyword_pattern"),
  exports,
  listsExports: true
}
