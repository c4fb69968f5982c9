import { weigh } from "../../treesitter/facts/complexity.ts"
import type {
  DeclaredFunction,
  DeclaredType,
  DeclaredVariable,
  FactsLanguage,
  Surroundings
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
import { imports } from "./rustImports.ts"
import { addMacroExpressions, addMacroName, macroExpressions, macroName } from "./rustMacros.ts"
import { parametersOf, takenApart, variablesIn } from "./rustPatterns.ts"

const isPublic = (node: SyntaxNode): boolean => {
  const block = node.parent?.parent
  const isOfTrait = block?.type === "trait_item" || (block?.type === "impl_item" && block.at("trait") !== undefined)
  return isOfTrait || node.has("visibility_modifier")
}

const functionOf = (node: SyntaxNode, around: Surroundings): DeclaredFunction => ({
  declares: "function",
  name: node.at("name"),
  parameters: parametersOf(node),
  returns: node.at("return_type"),
  body: node.at("body"),
  isStatic: around.scope === "type" && node.at("parameters")?.find("self_parameter") === undefined,
  isExported: isPublic(node)
})

const typeOf = (node: SyntaxNode): DeclaredType => ({
  declares: "type",
  name: node.at("name"),
  bases: node.at("bounds")?.named.filter(({ type }) => type !== "lifetime") ?? [],
  alias: node.type === "type_item" ? node.at("type") : undefined,
  isExported: isPublic(node)
})

const implementation = (node: SyntaxNode): ReadonlyArray<DeclaredType> => {
  const trait = node.at("trait")
  const type = node.at("type")
  return type === undefined
    ? []
    : [{ declares: "type", name: undefined, bases: trait === undefined ? [] : [trait], extends: type }]
}

const fieldOf = (node: SyntaxNode, around: Surroundings): ReadonlyArray<DeclaredVariable> => {
  const isOfType = around.scope === "type" && node.parent?.parent?.type !== "enum_variant"
  return isOfType ? variable(node.at("name"), { type: node.at("type"), isExported: isPublic(node) }) : []
}

const variant = (node: SyntaxNode): ReadonlyArray<DeclaredVariable> =>
  variable(node.at("name"), { isStatic: true, sources: sourcesFrom(node.parent?.parent?.at("name"), "type") })

/** The variables of `let`, `for`, `if let` and the arms of `match`. */
const bound = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredVariable> => {
  const value = node.type === "match_arm" ? node.parent?.parent?.at("value") : node.at("value")
  const [source] = sourcesFrom(value, node.type === "for_expression" ? "element" : "value")
  const type = node.type === "let_declaration" ? node.at("type") : undefined
  return variablesIn(node.at("pattern"), source, reading).map((each) => ({ ...each, type }))
}

const constant: Declare = (node) =>
  variable(node.at("name"), {
    type: node.at("type"),
    sources: sourcesFrom(node.at("value")),
    isExported: isPublic(node)
  })

const module: Declare = (node) =>
  node.at("body") === undefined
    ? []
    : [{ declares: "namespace", name: node.at("name"), isExported: node.has("visibility_modifier") }]

/** What a type parameter is declared to be, where it stands or after `where`. */
const boundsOf = (node: SyntaxNode, reading: Reading): SyntaxNode | undefined => {
  const name = reading.text(node.at("name"))
  const clause = node.parent?.parent?.find("where_clause")
  return node.at("bounds") ?? clause?.named.find((each) => reading.text(each.at("left")) === name)?.at("bounds")
}

const declarations = makeDeclarations([
  [["function_item", "function_signature_item"], (node, around) => [functionOf(node, around)]],
  [["parameters", "closure_parameters"], takenApart],
  ["closure_expression", (node) => [{ declares: "function", name: undefined, parameters: parametersOf(node) }]],
  [["struct_item", "union_item", "enum_item", "trait_item", "type_item", "associated_type"], (node) => [typeOf(node)]],
  ["impl_item", implementation],
  ["mod_item", module],
  [
    "macro_definition",
    (node, _, reading) => [
      { declares: "function", name: node.at("name"), unit: `${reading.text(node.at("name"))}!`, parameters: [] }
    ]
  ],
  [["const_item", "static_item"], constant],
  ["field_declaration", fieldOf],
  ["enum_variant", variant],
  ["type_parameter", (node, _, reading) => opaque(node.at("name"), boundsOf(node, reading))],
  [["let_declaration", "let_condition", "for_expression", "match_arm"], (node, _, reading) => bound(node, reading)],
  [
    "macro_invocation",
    (node, _, reading) => {
      addMacroExpressions(node, reading)
      addMacroName(node, reading)
      return []
    }
  ]
])

/** `self::a`, `crate::a`: the first segment of a path rather than the receiver. */
const isPathRoot = (node: SyntaxNode): boolean =>
  node.field === "path" && node.parent?.type.startsWith("scoped_") === true

/** The expression that a block ends with, if no semicolon follows it. */
const resultOf = ({ named }: SyntaxNode): SyntaxNode | undefined => {
  const last = named.at(-1)
  if (last?.type !== "expression_statement") return last
  return last.named[0]?.end === last.end ? last.named[0] : undefined
}

const armsOf = (node: SyntaxNode): Form =>
  expression.union(...(node.at("body")?.named ?? []).map((arm) => arm.at("value")))

const expressions = makeTable<Form>([
  [["identifier", macroName], expression.name],
  ["macro_invocation", (node) => expression.call(node.find(macroName), undefined)],
  ["self", (node) => (isPathRoot(node) ? expression.name(node) : expression.this())],
  ["scoped_identifier", (node) => expression.static(node.at("path"), node.at("name"))],
  ["field_expression", (node) => expression.member(node.at("value"), node.at("field"))],
  ["call_expression", (node) => expression.call(node.at("function"), node.at("arguments"))],
  ["generic_function", (node) => expression.same(node.at("function"))],
  ["struct_expression", (node) => expression.instance(node.at("name"))],
  ["index_expression", ({ named }) => expression.element(named[0])],
  [
    ["parenthesized_expression", "reference_expression", "unary_expression"],
    ({ named }) => expression.same(named.at(-1))
  ],
  ["type_cast_expression", (node) => expression.instance(node.at("type"))],
  [["await_expression", "try_expression"], ({ named }) => expression.await(named[0])],
  ["if_expression", (node) => expression.union(node.at("consequence"), node.at("alternative")?.named[0])],
  ["match_expression", armsOf],
  ["block", (node) => expression.same(resultOf(node))],
  [["unsafe_block", "async_block"], ({ named }) => expression.same(named.at(-1))],
  ["string_literal", expression.literal("str")],
  ["closure_expression", (node) => expression.function(node.at("body"))]
])

/** Types that stand for what they hold: their methods are called on it. */
const pointers = /^(?:Box|Rc|Arc|Ref|RefMut|RefCell|Cell|Cow|Pin|Mutex|RwLock|MutexGuard|Lazy|OnceCell|LazyLock)$/

const interpretGeneric = (node: SyntaxNode, reading: Reading): TypeForm | undefined => {
  const of = node.at("type")
  const list = node.at("type_arguments")
  const last = list?.named.findLast(({ type }) => type !== "lifetime")
  if (last === undefined) return typeExpression.same(of)
  return pointers.test(reading.text(of?.at("name") ?? of)) ? typeExpression.same(last) : typeExpression.apply(of, list)
}

const typeForms = makeTable<TypeForm>([
  [["type_identifier", "identifier", "crate", "super", "self"], typeExpression.name],
  [["scoped_type_identifier", "scoped_identifier"], (node) => typeExpression.member(node.at("path"), node.at("name"))],
  [["reference_type", "pointer_type", "qualified_type"], (node) => typeExpression.same(node.at("type"))],
  [["abstract_type", "dynamic_type"], (node) => typeExpression.same(node.at("trait"))],
  [["bracketed_type", "bounded_type", "parenthesized_type"], ({ named }) => typeExpression.same(named[0])],
  [["array_type"], (node) => typeExpression.array(node.at("element"))],
  ["tuple_type", typeExpression.tuple],
  ["trait_bounds", typeExpression.union],
  ["function_type", (node) => typeExpression.function(node.at("return_type"))],
  [["primitive_type", "unit_type", "never_type", "lifetime"], typeExpression.nothing]
])

const interpretType = (node: SyntaxNode, reading: Reading): TypeForm | undefined => {
  if (node.type === "generic_type") return interpretGeneric(node, reading)
  const isSelf = node.type === "type_identifier" || node.type === "identifier"
  return isSelf && reading.text(node) === "Self" ? typeExpression.this() : typeForms.get(node.type)?.(node)
}

const types: ReadonlySet<string> = new Set([
  "type_identifier",
  "scoped_type_identifier",
  "generic_type",
  "reference_type",
  "pointer_type",
  "abstract_type",
  "dynamic_type",
  "array_type",
  "tuple_type",
  "function_type",
  "primitive_type",
  "bracketed_type"
])

const silent: ReadonlySet<string> = new Set([
  "use_declaration",
  "extern_crate_declaration",
  "attribute_item",
  "inner_attribute_item",
  "macro_definition",
  "lifetime",
  "visibility_modifier"
])

/** What library methods that wrap and unwrap give. */
const interpretMethod = (name: string, of: SyntaxNode): Form | undefined => {
  if (/^(?:unwrap|expect|unwrap_or_default|unwrap_or_else|unwrap_or)$/.test(name)) return { form: "await", of }
  const isSame =
    /^(?:as_ref|as_mut|as_deref|as_deref_mut|clone|cloned|borrow|borrow_mut|to_owned|lock|iter|iter_mut|into_iter|ok)$/
  return isSame.test(name) ? { form: "same", of } : undefined
}

export const rustFacts: FactsLanguage = {
  tokens: new Set(["&&", "||"]),
  separator: "::",
  blocks: new Set(["block", "if_expression", "while_expression", "for_expression", "match_arm"]),
  isOrdered: true,
  sharesNames: false,
  hasImplicitThis: false,
  spreads: new Set(),
  returns: new Set(),
  weights: weigh({
    branch: ["if_expression", "for_expression", "while_expression", "loop_expression"],
    otherwise: ["else_clause"],
    switch: ["match_expression"],
    case: ["match_arm"],
    nested: ["closure_expression"]
  }),
  conditions: new Map([["binary_expression", new Set(["&&", "||"])]]),
  imports,
  declare: declareBy(declarations),
  interpret: (node) => expressions.get(node.type)?.(node),
  interpretType,
  interpretMethod,
  isType: ({ type }) => types.has(type),
  isSilent: (node) =>
    silent.has(node.type) ||
    (node.parent?.type === "token_tree" && node.type !== macroExpressions) ||
    node.field === "macro" ||
    (node.field === "name" && node.parent?.type === "mod_item" && node.parent.at("body") === undefined),
  listsExports: false
}
