import { weigh } from "../../treesitter/facts/complexity.ts"
import type {
  DeclaredFunction,
  DeclaredImport,
  DeclaredParameter,
  DeclaredVariable,
  FactsLanguage
} from "../../treesitter/facts/FactsLanguage.ts"
import type { Form, TypeForm } from "../../treesitter/facts/Form.ts"
import {
  type Declare,
  declareBy,
  expression,
  makeDeclarations,
  makeTable,
  opaque,
  sourcesFrom,
  splitName,
  typeExpression,
  variable
} from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

const types: ReadonlySet<string> = new Set([
  "user_type",
  "optional_type",
  "array_type",
  "dictionary_type",
  "type_annotation",
  "function_type",
  "tuple_type",
  "opaque_type",
  "existential_type"
])

const isTyped = ({ type }: SyntaxNode): boolean => types.has(type)

const imports = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredImport> => {
  if (node.type !== "import_declaration") return []
  const path = reading.text(node.find("identifier"))
  const common = { kind: "static", at: node } as const
  const isSingle = ["class", "struct", "enum", "func", "protocol", "typealias", "let", "var"].some((word) =>
    node.has(word)
  )
  if (!isSingle) return [{ ...common, module: path, imported: "*", local: "" }]
  const { imported, module } = splitName(path, ".")
  return [{ ...common, module, imported, local: imported }]
}

const modifiersOf = (node: SyntaxNode, reading: Reading): string => reading.text(node.find("modifiers"))

const isPublic = (node: SyntaxNode, reading: Reading): boolean =>
  !/\b(?:private|fileprivate)\b(?!\(set\))/.test(modifiersOf(node, reading))

const parametersOf = (node: SyntaxNode): ReadonlyArray<DeclaredParameter> =>
  node.children.flatMap((each, at): ReadonlyArray<DeclaredParameter> => {
    const name =
      each.type === "parameter" ? each.all("name").find(({ type }) => type === "simple_identifier") : undefined
    if (name === undefined) return []
    const isOptional = node.children[at + 1]?.field === "default_value"
    return [{ name, type: each.named.find(isTyped), isOptional }]
  })

const typeOf: Declare = (node, _, reading) => {
  const bases = node.named.flatMap((each) => (each.type === "inheritance_specifier" ? each.named.slice(0, 1) : []))
  const name = node.at("name")
  const common = { declares: "type", bases, isExported: isPublic(node, reading), isOpen: true } as const
  return name?.type === "user_type" ? [{ ...common, name: undefined, extends: name }] : [{ ...common, name }]
}

const functionOf = (node: SyntaxNode, reading: Reading): DeclaredFunction => {
  const isNamed = node.type.endsWith("function_declaration")
  const names = node.all("name")
  const name = isNamed ? names[0] : undefined
  return {
    declares: "function",
    name,
    ...(isNamed ? {} : { unit: node.type.replace("_declaration", "") }),
    parameters: parametersOf(node),
    returns: names.find(isTyped),
    body: node.at("body"),
    isConstructor: !isNamed,
    isStatic: /\b(?:static|class)\b/.test(modifiersOf(node, reading)),
    isExported: isPublic(node, reading)
  }
}

/** The names that a pattern binds. A name after a dot is that of a case. */
const namesIn = (pattern: SyntaxNode | undefined, isBound: boolean): ReadonlyArray<SyntaxNode> => {
  const binds = isBound || pattern?.has("value_binding_pattern") === true
  const isCase = pattern?.has(".") === true || pattern?.has("user_type") === true
  return (pattern?.named ?? []).flatMap((each) => {
    if (each.field === "bound_identifier") return [each]
    if (each.type === "pattern") return namesIn(each, binds)
    return each.type === "simple_identifier" && binds && !isCase ? [each] : []
  })
}

const property: Declare = (node, _, reading) => {
  const type = node.find("type_annotation")
  const sources = sourcesFrom(node.at("value"))
  const isStatic = /\b(?:static|class)\b/.test(modifiersOf(node, reading))
  const rest = { isStatic, isExported: isPublic(node, reading) }
  return node.all("name").flatMap((pattern) => {
    const name = pattern.at("bound_identifier")
    return name === undefined
      ? namesIn(pattern, true).flatMap((each) => variable(each, rest))
      : variable(name, { type, sources, ...rest })
  })
}

/** `if let a = b`, `guard let a = b`, `if case .some(let a) = b`. */
const bound: Declare = (node) => {
  const isLet = node.has("value_binding_pattern")
  return node.children.flatMap((each, at): ReadonlyArray<DeclaredVariable> => {
    if (each.type === "pattern") return namesIn(each, isLet).flatMap((name) => variable(name, {}))
    if (each.field !== "bound_identifier") return []
    const next = node.children.slice(at + 1).find(({ isNamed }) => isNamed)
    // `if let a` is what `a` is outside.
    return next?.field === "condition" && next.type !== "value_binding_pattern"
      ? variable(each, { sources: sourcesFrom(next) })
      : []
  })
}

const loop: Declare = (node) => {
  const item = node.at("item")
  const name = item?.at("bound_identifier")
  return name === undefined
    ? namesIn(item, true).flatMap((each) => variable(each, {}))
    : variable(name, { sources: sourcesFrom(node.at("collection"), "element") })
}

const enumCases: Declare = (node) => {
  const owner = node.parent?.parent?.at("name")
  return node
    .all("name")
    .filter(({ type }) => type === "simple_identifier")
    .flatMap((name) => variable(name, { isStatic: true, sources: sourcesFrom(owner, "type") }))
}

const declarations = makeDeclarations([
  [["class_declaration", "protocol_declaration"], typeOf],
  [
    [
      "function_declaration",
      "protocol_function_declaration",
      "init_declaration",
      "deinit_declaration",
      "subscript_declaration"
    ],
    (node, _, reading) => [functionOf(node, reading)]
  ],
  [["property_declaration", "protocol_property_declaration"], property],
  ["lambda_literal", () => [{ declares: "function", name: undefined, parameters: [] }]],
  ["lambda_parameter", (node) => variable(node.at("name"), { type: node.named.find(isTyped) })],
  [["if_statement", "guard_statement", "while_statement"], bound],
  ["for_statement", loop],
  [
    ["switch_pattern", "catch_block"],
    (node) => namesIn(node.find("pattern"), false).flatMap((name) => variable(name, {}))
  ],
  ["enum_entry", enumCases],
  [
    "typealias_declaration",
    (node) => [{ declares: "type", name: node.at("name"), bases: [], alias: node.named.find(isTyped) }]
  ],
  ["type_parameter", (node) => opaque(node.find("type_identifier"), node.named.find(isTyped))]
])

const call = ({ named: [callee, suffix] }: SyntaxNode): Form | undefined => {
  const list = suffix?.find("value_arguments")?.named ?? []
  const lambdas = suffix?.named.filter(({ type }) => type === "lambda_literal") ?? []
  return callee === undefined ? undefined : { form: "call", callee, arguments: [...list, ...lambdas] }
}

const expressions = makeTable<Form>([
  ["simple_identifier", expression.name],
  ["self_expression", expression.this],
  ["super_expression", expression.super],
  ["navigation_expression", (node) => expression.member(node.at("target"), node.at("suffix")?.at("suffix"))],
  ["call_expression", call],
  ["postfix_expression", (node) => expression.same(node.at("target"))],
  // `!isReady()` is a call of `!isReady` to the grammar; `.red` is a member of a type that is not written.
  [
    "prefix_expression",
    (node) => (node.has(".") ? expression.member(undefined, node.at("target")) : expression.same(node.at("target")))
  ],
  ["as_expression", (node) => expression.instance(node.at("name"))],
  ["ternary_expression", (node) => expression.union(node.at("if_true"), node.at("if_false"))],
  ["nil_coalescing_expression", (node) => expression.union(node.at("value"), node.at("if_nil"))],
  [["await_expression", "try_expression"], (node) => expression.same(node.at("expr"))],
  ["tuple_expression", ({ named }) => (named.length === 1 ? expression.same(named[0]) : undefined)],
  ["line_string_literal", expression.literal("String")],
  ["attribute", ({ named }) => expression.attribute(named[0])]
])

const typeForms = makeTable<TypeForm>([
  [
    "user_type",
    (node) =>
      typeExpression.path(
        node.named.filter(({ type }) => type === "type_identifier"),
        node.find("type_arguments")
      )
  ],
  ["optional_type", (node) => typeExpression.same(node.at("wrapped"))],
  [["type_annotation", "opaque_type", "existential_type"], ({ named }) => typeExpression.same(named.at(-1))],
  ["array_type", (node) => typeExpression.array(node.at("name"))],
  ["dictionary_type", ({ named }) => ({ form: "map", of: named })],
  ["function_type", ({ named }) => typeExpression.function(named.at(-1))],
  ["type_identifier", typeExpression.name]
])

export const swiftFacts: FactsLanguage = {
  tokens: new Set([
    "class",
    "struct",
    "enum",
    "func",
    "protocol",
    "typealias",
    "let",
    "var",
    "static",
    "&&",
    "||",
    "."
  ]),
  separator: ".",
  blocks: new Set(["if_statement", "for_statement", "while_statement", "statements", "switch_entry", "catch_block"]),
  isOrdered: true,
  sharesNames: false,
  hasImplicitThis: true,
  canBeMember: (name) => !/^\p{Lu}/u.test(name),
  canBeAmbient: (name) => !name.startsWith("$"),
  spreads: new Set(),
  returns: new Set(),
  weights: weigh({
    branch: [
      "if_statement",
      "guard_statement",
      "for_statement",
      "while_statement",
      "repeat_while_statement",
      "catch_block",
      "ternary_expression"
    ],
    switch: ["switch_statement"],
    case: ["switch_entry"],
    nested: ["lambda_literal"]
  }),
  conditions: new Map([
    ["conjunction_expression", new Set(["&&"])],
    ["disjunction_expression", new Set(["||"])]
  ]),
  imports,
  declare: declareBy(declarations),
  interpret: (node) => expressions.get(node.type)?.(node),
  interpretType: (node) => typeForms.get(node.type)?.(node),
  isType: isTyped,
  isSilent: ({ field, parent, type }) =>
    type === "import_declaration" ||
    field === "external_name" ||
    (field === "name" && type === "simple_identifier" && /parameter$|^value_argument/.test(parent?.type ?? "")),
  listsExports: false
}
