import { weigh } from "../../treesitter/facts/complexity.ts"
import type {
  Declared,
  DeclaredFunction,
  DeclaredImport,
  DeclaredParameter,
  DeclaredType,
  DeclaredVariable,
  FactsLanguage,
  Surroundings
} from "../../treesitter/facts/FactsLanguage.ts"
import type { Form, TypeForm } from "../../treesitter/facts/Form.ts"
import {
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

const hasModifier = (node: SyntaxNode, word: string): boolean => node.find("modifiers")?.has(word) === true

const imports = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredImport> => {
  if (node.type !== "import_declaration") return []
  const text = reading.text(node.find("scoped_identifier", "identifier")).replace(/\s/g, "")
  const common = { kind: "static", at: node } as const
  if (node.has("asterisk")) return [{ ...common, module: text, imported: "*", local: "" }]
  const { imported, module } = splitName(text, ".")
  return [{ ...common, module, imported, local: imported }]
}

const parametersOf = (node: SyntaxNode): ReadonlyArray<DeclaredParameter> =>
  (node.at("parameters")?.named ?? []).flatMap((each): ReadonlyArray<DeclaredParameter> => {
    const declarator = each.find("variable_declarator")
    const name = each.at("name") ?? declarator?.at("name") ?? (each.type === "identifier" ? each : undefined)
    if (name === undefined) return []
    const isRest = each.type === "spread_parameter"
    const type = each.at("type") ?? (isRest ? each.named.find((child) => types.has(child.type)) : undefined)
    return [{ name, type, isRest }]
  })

const typeOf = (node: SyntaxNode): DeclaredType => {
  const lists = [node.at("superclass"), node.at("interfaces"), node.find("extends_interfaces")]
  const bases = lists
    .flatMap((list) => list?.named ?? [])
    .flatMap((each) => (each.type === "type_list" ? each.named : [each]))
  return {
    declares: "type",
    name: node.at("name"),
    bases,
    isExported: !hasModifier(node, "private"),
    ...(node.type === "record_declaration" ? { parameters: parametersOf(node) } : {})
  }
}

const functionOf = (node: SyntaxNode): DeclaredFunction => ({
  declares: "function",
  name: node.at("name"),
  parameters: parametersOf(node),
  returns: node.at("type"),
  body: node.at("body"),
  isStatic: hasModifier(node, "static"),
  isExported: !hasModifier(node, "private"),
  isConstructor: node.type.includes("constructor")
})

const declarators = (node: SyntaxNode, around: Surroundings, reading: Reading): ReadonlyArray<DeclaredVariable> => {
  const type = node.at("type")
  const isConstant = node.type === "constant_declaration"
  return node.all("declarator").flatMap((each) =>
    variable(each.at("name"), {
      type: reading.text(type) === "var" ? undefined : type,
      sources: sourcesFrom(each.at("value")),
      isStatic: around.scope === "type" && (isConstant || hasModifier(node, "static")),
      isExported: !hasModifier(node, "private")
    })
  )
}

/** A variable with its own node: of a loop, a `catch` clause, a resource or a pattern. */
const single = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredVariable> => {
  const type =
    node.at("type") ?? node.at("right") ?? node.find("catch_type") ?? node.named.find((child) => types.has(child.type))
  const how = node.type === "enhanced_for_statement" ? "element" : "value"
  const name = node.at("name") ?? (/pattern/.test(node.type) ? node.find("identifier") : undefined)
  return variable(name, {
    type: reading.text(type) === "var" ? undefined : type,
    sources: sourcesFrom(node.at("value"), how)
  })
}

const enumConstant = (node: SyntaxNode): ReadonlyArray<Declared> => {
  const owner = node.parent?.parent?.at("name")
  const declared = variable(node.at("name"), { isStatic: true, sources: sourcesFrom(owner, "type") })
  const body: DeclaredType = { declares: "type", name: undefined, bases: [] }
  return node.at("body") === undefined ? declared : [...declared, body]
}

const lambdaParameters = (node: SyntaxNode): ReadonlyArray<DeclaredParameter> => {
  const given = node.at("parameters")
  if (given?.type === "identifier") return [{ name: given }]
  return parametersOf(node)
}

const anonymous = (node: SyntaxNode): ReadonlyArray<Declared> => {
  const type = node.at("type")
  return node.has("class_body") ? [{ declares: "type", name: undefined, bases: type === undefined ? [] : [type] }] : []
}

/** A component of a record is a field. */
const component = (node: SyntaxNode): ReadonlyArray<Declared> =>
  node.parent?.parent?.type === "record_declaration" ? variable(node.at("name"), { type: node.at("type") }) : []

const declarations = makeDeclarations([
  [
    [
      "class_declaration",
      "interface_declaration",
      "enum_declaration",
      "record_declaration",
      "annotation_type_declaration"
    ],
    (node) => [typeOf(node)]
  ],
  [
    [
      "method_declaration",
      "constructor_declaration",
      "compact_constructor_declaration",
      "annotation_type_element_declaration"
    ],
    (node) => [functionOf(node)]
  ],
  ["lambda_expression", (node) => [{ declares: "function", name: undefined, parameters: lambdaParameters(node) }]],
  ["object_creation_expression", anonymous],
  [["field_declaration", "constant_declaration", "local_variable_declaration"], declarators],
  ["enum_constant", enumConstant],
  ["type_parameter", (node) => opaque(node.named[0], node.find("type_bound"))],
  [
    [
      "enhanced_for_statement",
      "resource",
      "catch_formal_parameter",
      "instanceof_expression",
      "type_pattern",
      "record_pattern_component"
    ],
    (node, _, reading) => single(node, reading)
  ],
  ["formal_parameter", component]
])

/** What a rule or `yield` of a `switch` gives. */
const given = (node: SyntaxNode): SyntaxNode | undefined => {
  const last = node.named.at(-1)
  if (last?.type === "block") return given(last)
  return last?.type === "expression_statement" || last?.type === "yield_statement" ? last.named[0] : undefined
}

const switched = (node: SyntaxNode): Form => expression.union(...(node.at("body")?.named ?? []).map(given))

const yieldsOf = (body: SyntaxNode | undefined): SyntaxNode | undefined => (body?.type === "block" ? undefined : body)

const expressions = makeTable<Form>([
  ["identifier", expression.name],
  ["this", expression.this],
  ["super", expression.super],
  [
    "field_access",
    (node) => {
      const name = node.at("field")
      return name?.type === "this" ? expression.thisOf(node.at("object")) : expression.member(node.at("object"), name)
    }
  ],
  ["method_invocation", (node) => expression.invoke(node.at("object"), node.at("name"), node.at("arguments"))],
  ["object_creation_expression", (node) => expression.new(node.at("type"), node.at("arguments"))],
  [
    "explicit_constructor_invocation",
    (node) => {
      const called = node.at("constructor")
      const of = called?.type === "this" ? expression.new : expression.call
      return of(called, node.at("arguments"))
    }
  ],
  ["array_access", (node) => expression.element(node.at("array"))],
  ["parenthesized_expression", ({ named }) => expression.same(named[0])],
  ["assignment_expression", (node) => expression.same(node.at("right"))],
  ["cast_expression", (node) => expression.instance(node.at("type"))],
  ["ternary_expression", (node) => expression.union(node.at("consequence"), node.at("alternative"))],
  ["switch_expression", switched],
  ["string_literal", expression.literal("String")],
  ["lambda_expression", (node) => expression.function(yieldsOf(node.at("body")))],
  ["method_reference", ({ named: [of, name] }) => expression.member(of, name)],
  [["annotation", "marker_annotation"], (node) => expression.attribute(node.at("name"))]
])

const typeForms = makeTable<TypeForm>([
  // The class that `this(…)` constructs.
  ["this", typeExpression.this],
  [["type_identifier", "identifier"], typeExpression.name],
  ["scoped_identifier", (node) => typeExpression.member(node.at("scope"), node.at("name"))],
  ["scoped_type_identifier", ({ named }) => typeExpression.member(named[0], named.at(-1))],
  ["generic_type", ({ named: [of, list] }) => typeExpression.apply(of, list)],
  ["array_type", (node) => typeExpression.array(node.at("element"))],
  [["catch_type", "type_bound"], typeExpression.union],
  [["annotated_type", "wildcard"], ({ named }) => typeExpression.same(named.at(-1))],
  [["integral_type", "floating_point_type", "boolean_type", "void_type"], typeExpression.nothing]
])

const types: ReadonlySet<string> = new Set([
  "type_identifier",
  "scoped_type_identifier",
  "generic_type",
  "array_type",
  "catch_type",
  "annotated_type",
  "wildcard",
  "integral_type",
  "floating_point_type",
  "boolean_type",
  "void_type"
])

const labels: ReadonlySet<string> = new Set(["labeled_statement", "break_statement", "continue_statement"])

export const javaFacts: FactsLanguage = {
  tokens: new Set(["static", "private", "&&", "||"]),
  separator: ".",
  blocks: new Set([
    "block",
    "for_statement",
    "enhanced_for_statement",
    "try_with_resources_statement",
    "catch_clause",
    "switch_block_statement_group",
    "switch_rule"
  ]),
  isOrdered: true,
  sharesNames: false,
  hasImplicitThis: true,
  canBeMember: (name) => !/^\p{Lu}.*\p{Ll}/u.test(name),
  spreads: new Set(),
  returns: new Set(["return_statement"]),
  weights: weigh({
    branch: [
      "if_statement",
      "for_statement",
      "enhanced_for_statement",
      "while_statement",
      "do_statement",
      "catch_clause",
      "ternary_expression"
    ],
    switch: ["switch_expression"],
    case: ["switch_label"],
    nested: ["lambda_expression"]
  }),
  conditions: new Map([["binary_expression", new Set(["&&", "||"])]]),
  package: (root, reading) =>
    reading.text(root.find("package_declaration")?.find("scoped_identifier", "identifier")).replace(/\s/g, ""),
  imports,
  declare: declareBy(declarations),
  interpret: (node) => expressions.get(node.type)?.(node),
  interpretType: (node, reading) =>
    reading.text(node) === "var" ? typeExpression.nothing() : typeForms.get(node.type)?.(node),
  isType: ({ type }) => types.has(type),
  isSilent: (node) =>
    node.type === "import_declaration" ||
    node.type === "package_declaration" ||
    (node.type === "identifier" &&
      (labels.has(node.parent?.type ?? "") || (node.field === "key" && node.parent?.type === "element_value_pair"))),
  listsExports: false
}
