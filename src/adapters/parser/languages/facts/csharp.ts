import { weigh } from "../../treesitter/facts/complexity.ts"
import type {
  DeclaredFunction,
  DeclaredImport,
  DeclaredParameter,
  DeclaredType,
  FactsLanguage
} from "../../treesitter/facts/FactsLanguage.ts"
import type { Form } from "../../treesitter/facts/Form.ts"
import { declareBy, expression, makeDeclarations, makeTable, opaque, splitName } from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"
import { accessorValue, created, switched, tuple } from "./csharpExpressions.ts"
import { hasModifier, isVisible } from "./csharpModifiers.ts"
import { constraintsOf, interpretType, isType, nameOf, typeIn } from "./csharpTypes.ts"
import { component, declarators, enumMember, loop, ofQuery, typed } from "./csharpVariables.ts"

const imports = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredImport> => {
  if (node.type !== "using_directive") return []
  const alias = node.at("name")
  const text = reading.text(node.named.at(-1)).replace(/\s|<.*>/gs, "")
  const common = { kind: "static", at: node } as const
  if (alias === undefined) return [{ ...common, module: text, imported: "*", local: "" }]
  return [{ ...common, ...splitName(text, "."), local: reading.text(alias) }]
}

const parametersOf = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredParameter> => {
  const list = node.at("parameters") ?? node.find("parameter_list")
  if (list === undefined) return []
  if (list.type === "implicit_parameter") return [{ name: list }]
  const found = list.named.flatMap((each): ReadonlyArray<DeclaredParameter> => {
    const name = each.type === "implicit_parameter" ? each : each.at("name")
    if (name === undefined || (each.type !== "parameter" && each.type !== "implicit_parameter")) return []
    const initial = each.named.findLast(
      ({ field, type }) => field === "" && type !== "modifier" && type !== "attribute_list"
    )
    const isOptional = initial !== undefined && initial !== name
    return [{ name, type: typeIn(each), isOptional, isExtended: hasModifier(each, "this", reading) }]
  })
  // The grammar puts the parts of a `params` parameter into the list itself.
  const rest = list.at("name")
  return rest === undefined ? found : [...found, { name: rest, type: list.at("type"), isRest: true }]
}

const typeOf = (node: SyntaxNode, reading: Reading): DeclaredType => {
  const bases = node.find("base_list")?.named ?? []
  return {
    declares: "type",
    name: node.at("name"),
    bases: bases.map((base) => (base.type === "primary_constructor_base_type" ? (base.named[0] ?? base) : base)),
    isExported: isVisible(node, reading),
    isOpen: hasModifier(node, "partial", reading),
    ...(node.find("parameter_list") === undefined ? {} : { parameters: parametersOf(node, reading) })
  }
}

/** The last segment of a unit's name, if it is not the name in the source. */
const unitOf = (node: SyntaxNode, reading: Reading): { readonly unit?: string } => {
  switch (node.type) {
    case "indexer_declaration":
      return { unit: "this[]" }
    case "operator_declaration":
      return { unit: `operator ${/\boperator\s*([^\s(]+)/.exec(reading.text(node))?.[1] ?? ""}` }
    case "conversion_operator_declaration": {
      const kind = /\bexplicit\b/.test(reading.text(node).split("operator")[0] ?? "") ? "explicit" : "implicit"
      return { unit: `${kind} operator ${reading.text(node.at("type"))}` }
    }
    case "destructor_declaration":
      return { unit: `~${reading.text(node.at("name"))}` }
    default:
      return {}
  }
}

const functionOf = (node: SyntaxNode, reading: Reading): DeclaredFunction => {
  const arrow = node.find("arrow_expression_clause")
  return {
    declares: "function",
    name: node.at("name"),
    ...unitOf(node, reading),
    parameters: parametersOf(node, reading),
    returns: node.at("returns") ?? node.at("type"),
    body: node.at("body") ?? node.at("accessors") ?? arrow,
    result: arrow?.named[0],
    isStatic: hasModifier(node, "static", reading),
    isExported: isVisible(node, reading) || node.find("explicit_interface_specifier") !== undefined,
    isProperty: node.type === "property_declaration" || node.type === "event_declaration",
    isConstructor: /^(?:constructor|destructor|operator|conversion_operator|indexer)_/.test(node.type)
  }
}

const declarations = makeDeclarations([
  [
    ["class_declaration", "struct_declaration", "record_declaration", "interface_declaration", "enum_declaration"],
    (node, _, reading) => [typeOf(node, reading)]
  ],
  ["delegate_declaration", (node) => [{ declares: "type", name: node.at("name"), bases: [] }]],
  [
    [
      "method_declaration",
      "constructor_declaration",
      "destructor_declaration",
      "property_declaration",
      "event_declaration",
      "indexer_declaration",
      "operator_declaration",
      "conversion_operator_declaration",
      "local_function_statement"
    ],
    (node, _, reading) => [functionOf(node, reading)]
  ],
  [
    ["lambda_expression", "anonymous_method_expression"],
    (node, _, reading) => [{ declares: "function", name: undefined, parameters: parametersOf(node, reading) }]
  ],
  [
    ["field_declaration", "event_field_declaration", "variable_declaration"],
    (node, _, reading) => declarators(node, reading)
  ],
  ["enum_member_declaration", enumMember],
  ["parameter", component],
  ["foreach_statement", loop],
  [["declaration_pattern", "recursive_pattern", "declaration_expression", "catch_declaration"], typed],
  [["from_clause", "let_clause", "join_clause"], ofQuery],
  ["type_parameter", (node, _, reading) => opaque(node.at("name"), constraintsOf(node, reading))]
])

/** `?.name`: a member of what is before the `?`. */
const boundMember = (node: SyntaxNode): Form | undefined => {
  let at = node.parent
  while (at !== undefined && at.type !== "conditional_access_expression") at = at.parent
  return expression.member(at?.at("condition"), nameOf(node.at("name")))
}

const expressions = makeTable<Form>([
  ["identifier", expression.name],
  ["generic_name", (node) => expression.name(node.named[0])],
  ["this", expression.this],
  ["base", expression.super],
  ["member_access_expression", (node) => expression.member(node.at("expression"), nameOf(node.at("name")))],
  ["conditional_access_expression", ({ named }) => expression.same(named.at(-1))],
  ["member_binding_expression", boundMember],
  ["invocation_expression", (node) => expression.call(node.at("function"), node.at("arguments"))],
  [
    "constructor_initializer",
    (node) => {
      const of = node.has("this") ? expression.new : expression.call
      return of(node.find("base", "this"), node.find("argument_list"))
    }
  ],
  ["object_creation_expression", (node) => expression.new(node.at("type"), node.at("arguments"))],
  ["implicit_object_creation_expression", created],
  ["switch_expression", switched],
  ["tuple_expression", tuple],
  ["element_access_expression", (node) => expression.element(node.at("expression"))],
  [["parenthesized_expression", "postfix_unary_expression"], ({ named }) => expression.same(named[0])],
  ["assignment_expression", (node) => expression.same(node.at("right"))],
  [["cast_expression", "array_creation_expression"], (node) => expression.instance(node.at("type"))],
  ["as_expression", (node) => expression.instance(node.at("right"))],
  ["await_expression", ({ named }) => expression.await(named[0])],
  ["conditional_expression", (node) => expression.union(node.at("consequence"), node.at("alternative"))],
  ["binary_expression", (node) => (node.has("??") ? expression.union(node.at("left"), node.at("right")) : undefined)],
  [
    ["string_literal", "interpolated_string_expression", "verbatim_string_literal", "raw_string_literal"],
    expression.literal("string")
  ],
  ["lambda_expression", (node) => expression.function(node.at("body")?.type === "block" ? undefined : node.at("body"))],
  ["attribute", (node) => expression.attribute(node.at("name"))]
])

/** Names in object initializers and patterns, of arguments and of attributes' arguments. */
const isLabel = (node: SyntaxNode): boolean => {
  const { field, parent, type } = node
  if (type !== "identifier" || parent === undefined) return false
  if (field === "left")
    return parent.type === "assignment_expression" && parent.parent?.type === "initializer_expression"
  if (parent.type === "subpattern") return parent.named.length > 1 && parent.named[0] === node
  return field === "name" && /^(?:attribute_)?argument$/.test(parent.type)
}

const silent: ReadonlySet<string> = new Set([
  "using_directive",
  "predefined_type",
  "modifier",
  "explicit_interface_specifier",
  "labeled_statement_name"
])

export const csharpFacts: FactsLanguage = {
  tokens: new Set(["this", "base", "set", "init", "add", "remove", "&&", "||", "??"]),
  separator: ".",
  blocks: new Set([
    "block",
    "for_statement",
    "foreach_statement",
    "using_statement",
    "catch_clause",
    "switch_section",
    "switch_expression_arm"
  ]),
  isOrdered: true,
  sharesNames: false,
  hasImplicitThis: true,
  spreads: new Set(),
  returns: new Set(["return_statement"]),
  weights: weigh({
    branch: [
      "if_statement",
      "for_statement",
      "foreach_statement",
      "while_statement",
      "do_statement",
      "catch_clause",
      "conditional_expression"
    ],
    switch: ["switch_statement", "switch_expression"],
    case: ["switch_section", "switch_expression_arm"],
    nested: ["lambda_expression", "anonymous_method_expression"],
    jump: ["goto_statement"]
  }),
  conditions: new Map([["binary_expression", new Set(["&&", "||", "??"])]]),
  package: (root, reading) =>
    reading
      .text(root.find("namespace_declaration", "file_scoped_namespace_declaration")?.at("name"))
      .replaceAll(/\s/g, ""),
  imports,
  declare: declareBy(declarations),
  interpret: (node, reading) => accessorValue(node, reading) ?? expressions.get(node.type)?.(node),
  interpretType,
  isType,
  isSilent: (node) =>
    silent.has(node.type) ||
    isLabel(node) ||
    (node.field === "name" && /namespace_declaration|^parameter/.test(node.parent?.type ?? "")),
  listsExports: false
}
