import { weigh } from "../../treesitter/facts/complexity.ts"
import type {
  DeclaredFunction,
  DeclaredImport,
  DeclaredParameter,
  DeclaredType,
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
  typeExpression,
  variable
} from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"
import { variablesIn } from "./scalaPatterns.ts"

const types: ReadonlySet<string> = new Set([
  "type_identifier",
  "generic_type",
  "stable_type_identifier",
  "compound_type",
  "function_type",
  "tuple_type",
  "repeated_parameter_type",
  "lazy_parameter_type",
  "annotated_type",
  "infix_type"
])

const selected = (node: SyntaxNode, module: string, reading: Reading): DeclaredImport => {
  const common = { module, kind: "static", at: node } as const
  if (node.type === "namespace_wildcard") return { ...common, imported: "*", local: "" }
  const name = reading.text(node.at("name") ?? node)
  return { ...common, imported: name, local: reading.text(node.at("alias")) || name }
}

const imports = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredImport> => {
  if (node.type !== "import_declaration") return []
  const path = node.all("path").filter(({ isNamed }) => isNamed)
  const textOf = (each: SyntaxNode): string => reading.text(each)
  const rest = node.named.filter(({ field }) => field !== "path")
  if (rest.length > 0) {
    const module = path.map(textOf).join(".")
    return rest
      .flatMap((each) => (each.type === "namespace_selectors" ? each.named : [each]))
      .map((each) => selected(each, module, reading))
  }
  const last = path.at(-1)
  return last === undefined ? [] : [selected(last, path.slice(0, -1).map(textOf).join("."), reading)]
}

const isPublic = (node: SyntaxNode, reading: Reading): boolean =>
  !reading.text(node.find("modifiers")?.find("access_modifier")).startsWith("private")

const parametersIn = (lists: ReadonlyArray<SyntaxNode>): ReadonlyArray<DeclaredParameter> =>
  lists.flatMap(({ named }) =>
    named.flatMap((each): ReadonlyArray<DeclaredParameter> => {
      const name = each.at("name")
      if (name === undefined) return []
      const type = each.at("type")
      const initial = each.at("default_value")
      return [{ name, type, initial, isRest: type?.type === "repeated_parameter_type" }]
    })
  )

const typeOf = (node: SyntaxNode, reading: Reading): DeclaredType => ({
  declares: "type",
  name: node.at("name"),
  bases:
    node
      .at("extend")
      ?.all("type")
      .filter(({ isNamed }) => isNamed) ?? [],
  isExported: isPublic(node, reading),
  parameters: parametersIn(node.all("class_parameters"))
})

/** The value of a body: its last expression. */
const resultOf = (body: SyntaxNode | undefined): SyntaxNode | undefined =>
  body?.type === "block" || body?.type === "indented_block" ? body.named.at(-1) : body

/** What the extension around a function extends. */
const extendedBy = ({ parent }: SyntaxNode): ReadonlyArray<DeclaredParameter> =>
  parent?.type === "extension_definition"
    ? parametersIn(parent.all("parameters")).map((each) => ({ ...each, receives: "instance" }))
    : []

const functionOf = (node: SyntaxNode, reading: Reading): DeclaredFunction => ({
  declares: "function",
  name: node.at("name"),
  parameters: [...extendedBy(node), ...parametersIn(node.all("parameters"))],
  returns: node.at("return_type"),
  body: node.at("body"),
  result: resultOf(node.at("body")),
  isProperty: node.at("parameters") === undefined,
  isExported: isPublic(node, reading)
})

const value: Declare = (node, _, reading) => {
  const [source] = sourcesFrom(node.at("value"))
  const pattern = node.at("pattern") ?? node.at("name")
  const found =
    pattern?.type === "identifier"
      ? variable(pattern, { sources: sourcesFrom(node.at("value")) })
      : variablesIn(pattern, source, reading)
  return found.map((each) => ({ ...each, type: each.type ?? node.at("type"), isExported: isPublic(node, reading) }))
}

const enumerator: Declare = (node, _, reading) => {
  const [pattern, from] = node.named
  return variablesIn(pattern, sourcesFrom(from, node.has("<-") ? "element" : "value")[0], reading)
}

const caseClause: Declare = (node, _, reading) => {
  const whole = node.parent?.parent
  const [source] = whole?.type === "match_expression" ? sourcesFrom(whole.at("value")) : []
  return variablesIn(node.at("pattern"), source, reading)
}

const lambdaParameters = (node: SyntaxNode): ReadonlyArray<DeclaredParameter> => {
  const given = node.at("parameters")
  if (given === undefined) return []
  return given.type === "identifier" ? [{ name: given }] : parametersIn([given])
}

const anonymous: Declare = (node) => {
  const type = node.named.find((each) => types.has(each.type))
  return node.find("template_body") === undefined
    ? []
    : [{ declares: "type", name: undefined, bases: type === undefined ? [] : [type] }]
}

/** Type parameters, each with the bound that follows it. */
const typeParameters: Declare = (node) =>
  node.named.flatMap((each, at) => {
    const bound = node.named[at + 1]
    return each.field === "name" ? opaque(each, bound?.type === "upper_bound" ? bound.at("type") : undefined) : []
  })

const enumCase: Declare = (node) => {
  const owner = node.type === "simple_enum_case" ? node.parent?.parent?.parent?.at("name") : undefined
  return variable(node.at("name"), { isStatic: true, sources: sourcesFrom(owner, "type") })
}

const declarations = makeDeclarations([
  [
    ["class_definition", "trait_definition", "object_definition", "enum_definition", "package_object"],
    (node, _, reading) => [typeOf(node, reading)]
  ],
  [["function_definition", "function_declaration"], (node, _, reading) => [functionOf(node, reading)]],
  ["lambda_expression", (node) => [{ declares: "function", name: undefined, parameters: lambdaParameters(node) }]],
  [["val_definition", "var_definition", "val_declaration", "var_declaration"], value],
  [
    "class_parameter",
    (node, _, reading) => variable(node.at("name"), { type: node.at("type"), isExported: isPublic(node, reading) })
  ],
  ["type_definition", (node) => [{ declares: "type", name: node.at("name"), bases: [], alias: node.at("type") }]],
  ["type_parameters", typeParameters],
  ["enumerator", enumerator],
  ["case_clause", caseClause],
  ["instance_expression", anonymous],
  [["simple_enum_case", "full_enum_case"], enumCase],
  [
    "given_definition",
    (node) => [
      { declares: "type", name: node.at("name"), bases: sourcesFrom(node.at("return_type")).map((each) => each.node) }
    ]
  ]
])

const created = (node: SyntaxNode): Form | undefined =>
  expression.new(
    node.named.find(({ type }) => types.has(type)),
    node.at("arguments")
  )

/** `x.asInstanceOf[Pool]`, or a function with type arguments. */
const generic = (node: SyntaxNode, reading: Reading): Form | undefined => {
  const callee = node.at("function")
  return reading.text(callee?.at("field")) === "asInstanceOf"
    ? expression.instance(node.at("type_arguments")?.named[0])
    : expression.same(callee)
}

/** `a joins b` is a call of a member of `a`; of `b`, if its name ends with a colon. */
const infix = (node: SyntaxNode, reading: Reading): Form | undefined => {
  const name = node.at("operator")
  const [of, given] = [node.at("left"), node.at("right")]
  if (name === undefined || of === undefined || given === undefined) return undefined
  return reading.text(name).endsWith(":")
    ? { form: "invoke", of: given, name, arguments: [of] }
    : { form: "invoke", of, name, arguments: [given] }
}

/** What the clauses of `match` and `catch` give. */
const clausesOf = (node: SyntaxNode | undefined): ReadonlyArray<SyntaxNode | undefined> =>
  (node?.named ?? []).map((clause) => clause.all("body").findLast(({ isNamed }) => isNamed))

const tuple = ({ named }: SyntaxNode): Form => ({
  form: "entries",
  type: "tuple",
  of: named.map((each, at) => [String(at), each] as const)
})

const expressions = makeTable<Form>([
  ["tuple_expression", tuple],
  ["match_expression", (node) => expression.union(...clausesOf(node.at("body")))],
  ["try_expression", (node) => expression.union(node.at("body"), ...clausesOf(node.find("catch_clause")?.named[0]))],
  ["field_expression", (node) => expression.member(node.at("value"), node.at("field"))],
  ["call_expression", (node) => expression.call(node.at("function"), node.at("arguments"))],
  ["instance_expression", created],
  ["parenthesized_expression", ({ named }) => expression.same(named[0])],
  ["ascription_expression", ({ named }) => expression.instance(named.at(-1))],
  ["if_expression", (node) => expression.union(node.at("consequence"), node.at("alternative"))],
  [["block", "indented_block"], ({ named }) => expression.same(named.at(-1))],
  [["string", "interpolated_string_expression"], expression.literal("String")],
  ["lambda_expression", ({ named }) => expression.function(named.at(-1))],
  ["annotation", (node) => expression.attribute(node.at("name"))]
])

const interpret = (node: SyntaxNode, reading: Reading): Form | undefined => {
  if (node.type === "generic_function") return generic(node, reading)
  if (node.type === "infix_expression") return infix(node, reading)
  if (node.type !== "identifier") return expressions.get(node.type)?.(node)
  const name = reading.text(node)
  return name === "this" ? expression.this() : name === "super" ? expression.super() : expression.name(node)
}

const typeForms = makeTable<TypeForm>([
  [["type_identifier", "identifier"], typeExpression.name],
  [
    "stable_type_identifier",
    ({ named }) =>
      typeExpression.path(named.flatMap((each) => (each.type === "stable_identifier" ? each.named : [each])))
  ],
  ["generic_type", (node) => typeExpression.apply(node.at("type"), node.at("type_arguments"))],
  [
    ["repeated_parameter_type", "lazy_parameter_type", "annotated_type"],
    (node) => typeExpression.same(node.at("type") ?? node.named[0])
  ],
  ["compound_type", typeExpression.union],
  ["tuple_type", typeExpression.tuple],
  ["function_type", (node) => typeExpression.function(node.at("return_type"))]
])

export const scalaFacts: FactsLanguage = {
  tokens: new Set(["<-"]),
  separator: ".",
  blocks: new Set(["block", "indented_block", "for_expression", "case_clause"]),
  isOrdered: true,
  sharesNames: false,
  hasImplicitThis: true,
  canBeMember: (name) => !/^\p{Lu}.*\p{Ll}/u.test(name),
  spreads: new Set(),
  returns: new Set(),
  weights: weigh({
    branch: ["if_expression", "for_expression", "while_expression", "do_while_expression"],
    switch: ["match_expression", "catch_clause"],
    case: ["case_clause"],
    nested: ["lambda_expression"]
  }),
  conditions: new Map(),
  package: (root, reading) =>
    root.children
      .filter(({ type }) => type === "package_clause")
      .map((node) => reading.text(node.at("name")).replaceAll(/\s/g, ""))
      .join("."),
  imports,
  declare: declareBy(declarations),
  interpret,
  interpretType: (node) => typeForms.get(node.type)?.(node),
  interpretCall: (name, [first]) => (name === "Some" && first !== undefined ? { form: "same", of: first } : undefined),
  isType: ({ type }) => types.has(type),
  isSilent: ({ field, parent, type }) =>
    type === "import_declaration" ||
    type === "package_identifier" ||
    (type === "identifier" &&
      field === "left" &&
      parent?.type === "assignment_expression" &&
      parent.parent?.type === "arguments"),
  listsExports: false
}
