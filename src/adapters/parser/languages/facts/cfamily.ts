import { weigh } from "../../treesitter/facts/complexity.ts"
import type {
  DeclaredFunction,
  DeclaredImport,
  DeclaredParameter,
  DeclaredVariable,
  FactsLanguage,
  Surroundings
} from "../../treesitter/facts/FactsLanguage.ts"
import type { Form } from "../../treesitter/facts/Form.ts"
import {
  type Declare,
  declareBy,
  expression,
  makeDeclarations,
  makeTable,
  opaque,
  sourcesFrom,
  variable
} from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"
import { interpretType, isType } from "./cfamilyTypes.ts"

const imports = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredImport> => {
  if (node.type !== "preproc_include") return []
  const module = reading.text(node.at("path")).replace(/^["<]|[">]$/g, "")
  return [{ module, imported: "*", local: "", kind: "include", at: node }]
}

/** What a declarator declares: `f` for `*(*f(int a))[2]`. */
interface Declarator {
  readonly name: SyntaxNode
  /** The name before the last `::`. */
  readonly scope: SyntaxNode | undefined
  /** The list of parameters, if it declares a function. */
  readonly list: SyntaxNode | undefined
}

/** Splits a qualified name. */
const nameIn = (node: SyntaxNode, scope?: SyntaxNode): Pick<Declarator, "name" | "scope"> => {
  const inner = node.at("name")
  if (node.type === "qualified_identifier" && inner !== undefined) return nameIn(inner, node.at("scope"))
  const isTemplate = node.type === "template_function" || node.type === "template_method"
  return { name: isTemplate ? (inner ?? node) : node, scope }
}

const findDeclarator = (node: SyntaxNode | undefined, outer?: SyntaxNode): Declarator | undefined => {
  if (node === undefined) return undefined
  if (/identifier$|^(?:destructor|operator)_name$|^template_/.test(node.type)) {
    const list = outer?.type === "function_declarator" ? outer.at("parameters") : undefined
    return { ...nameIn(node), list }
  }
  const inner = node.at("declarator") ?? node.named.find(({ type }) => /declarator$|identifier$/.test(type))
  return findDeclarator(inner, node.type === "parenthesized_declarator" ? outer : node)
}

const typeIn = (node: SyntaxNode): SyntaxNode | undefined => {
  const type = node.at("type")
  return type?.type === "placeholder_type_specifier" ? undefined : type
}

const parametersIn = (list: SyntaxNode | undefined): ReadonlyArray<DeclaredParameter> =>
  (list?.named ?? []).flatMap((each): ReadonlyArray<DeclaredParameter> => {
    // The definitions of old C name parameters only.
    const name = each.type === "identifier" ? each : findDeclarator(each.at("declarator"))?.name
    const initial = each.at("default_value")
    const isRest = each.type === "variadic_parameter_declaration"
    return name === undefined ? [] : [{ name, type: typeIn(each), isOptional: initial !== undefined, isRest }]
  })

const isStatic = (node: SyntaxNode, reading: Reading): boolean =>
  node.children.some((child) => child.type === "storage_class_specifier" && reading.text(child) === "static")

const functionOf = (
  node: SyntaxNode,
  { list, name, scope }: Declarator,
  around: Surroundings,
  reading: Reading
): DeclaredFunction => {
  const isOfType = around.scope === "type"
  const text = reading.text(name)
  return {
    declares: "function",
    name,
    parameters: parametersIn(list),
    returns: typeIn(node),
    body: node.at("body"),
    isStatic: isOfType && isStatic(node, reading),
    isExported: isOfType || !isStatic(node, reading),
    isConstructor: isOfType && text.replace("~", "") === around.type,
    isDetached: scope !== undefined,
    memberOf: scope,
    isPrototype: node.at("body") === undefined
  }
}

const definition: Declare = (node, around, reading) => {
  const declarator = findDeclarator(node.at("declarator"))
  return declarator === undefined ? [] : [functionOf(node, declarator, around, reading)]
}

/** The names of `auto [a, b]`. */
const boundNames = (node: SyntaxNode | undefined): ReadonlyArray<SyntaxNode> => {
  if (node?.type === "structured_binding_declarator") return node.named
  return node?.type === "init_declarator" || node?.type === "reference_declarator" ? boundNames(node.named[0]) : []
}

/** Variables and functions of a declaration. In a function, `Pool pool(x)` is a variable. */
const declaration: Declare = (node, around, reading) =>
  node.all("declarator").flatMap((each): ReadonlyArray<DeclaredFunction | DeclaredVariable> => {
    const names = boundNames(each)
    if (names.length > 0) return names.flatMap((name) => variable(name, {}))
    const declarator = findDeclarator(each)
    if (declarator === undefined) return []
    if (declarator.list !== undefined && around.scope !== "function") {
      return [functionOf(node, declarator, around, reading)]
    }
    return variable(declarator.name, {
      type: typeIn(node),
      sources: sourcesFrom(each.at("value") ?? node.at("value")),
      isStatic: around.scope === "type" && isStatic(node, reading),
      isExported: around.scope === "type" || !isStatic(node, reading)
    })
  })

/** The name that `typedef struct { … } name` gives to a type without one. */
const typedefName = (node: SyntaxNode): SyntaxNode | undefined =>
  node.parent?.type === "type_definition" ? findDeclarator(node.parent.at("declarator"))?.name : undefined

const typeOf: Declare = (node) => {
  if (node.at("body") === undefined) return []
  const bases = (node.find("base_class_clause")?.named ?? []).filter(
    ({ type }) => type.endsWith("identifier") || type === "template_type"
  )
  const name = node.at("name") ?? typedefName(node)
  return [{ declares: "type", name: name === undefined ? undefined : nameIn(name).name, bases }]
}

const typedef: Declare = (node) => {
  const type = node.at("type")
  const declarator = findDeclarator(node.at("declarator"))
  const isNameless = type?.at("body") !== undefined && type.at("name") === undefined
  return declarator === undefined || isNameless
    ? []
    : [{ declares: "type", name: declarator.name, bases: [], alias: type }]
}

const loop: Declare = (node) => {
  const declarator = node.at("declarator")
  const names = boundNames(declarator)
  if (names.length > 0) return names.flatMap((name) => variable(name, {}))
  const sources = sourcesFrom(node.at("right"), "element")
  return variable(findDeclarator(declarator)?.name, { type: typeIn(node), sources })
}

const caught: Declare = (node) =>
  parametersIn(node.at("parameters")).flatMap(({ name, type }) => variable(name, { type }))

const declarations = makeDeclarations([
  ["function_definition", definition],
  [["declaration", "field_declaration"], declaration],
  [["class_specifier", "struct_specifier", "union_specifier", "enum_specifier"], typeOf],
  ["type_definition", typedef],
  ["alias_declaration", (node) => [{ declares: "type", name: node.at("name"), bases: [], alias: node.at("type") }]],
  ["namespace_definition", (node) => [{ declares: "namespace", name: node.at("name") }]],
  ["enumerator", (node) => variable(node.at("name"), { isStatic: true })],
  [
    "lambda_expression",
    (node) => [
      { declares: "function", name: undefined, parameters: parametersIn(node.at("declarator")?.at("parameters")) }
    ]
  ],
  ["lambda_capture_initializer", (node) => variable(node.at("left"), { sources: sourcesFrom(node.at("right")) })],
  ["for_range_loop", loop],
  ["catch_clause", caught],
  ["type_parameter_declaration", (node) => opaque(node.find("type_identifier"))],
  ["preproc_function_def", (node) => [{ declares: "function", name: node.at("name"), parameters: [] }]],
  ["preproc_def", (node) => variable(node.at("name"), {})]
])

const casts = /^(?:static|dynamic|const|reinterpret)_cast$|^(?:std::)?(?:dynamic|static)_pointer_cast$/
const makers = /^(?:std::)?make_(?:unique|shared)$/

/** A call, or a cast or factory of the standard library that says what it gives. */
const interpretCall = (node: SyntaxNode, reading: Reading): Form | undefined => {
  const callee = node.at("function")
  const template = callee?.type === "qualified_identifier" ? callee.at("name") : callee
  const type = template?.type === "template_function" ? template.at("arguments")?.named[0] : undefined
  const name = type === undefined ? "" : reading.text(template?.at("name"))
  if (casts.test(name)) return expression.instance(type)
  return makers.test(name) ? expression.new(type, node.at("arguments")) : expression.call(callee, node.at("arguments"))
}

const scoped = (node: SyntaxNode): Form | undefined => {
  const { name, scope } = nameIn(node)
  return scope === undefined ? expression.name(name) : expression.static(scope, name)
}

const expressions = makeTable<Form>([
  [["identifier", "template_function", "qualified_identifier"], scoped],
  ["this", expression.this],
  [
    "field_expression",
    (node) => {
      const field = node.at("field")
      return expression.member(node.at("argument"), field === undefined ? undefined : nameIn(field).name)
    }
  ],
  ["new_expression", (node) => expression.new(node.at("type"), node.at("arguments"))],
  ["subscript_expression", (node) => expression.element(node.at("argument"))],
  [["pointer_expression"], (node) => expression.same(node.at("argument"))],
  ["parenthesized_expression", ({ named }) => expression.same(named[0])],
  ["assignment_expression", (node) => expression.same(node.at("right"))],
  ["conditional_expression", (node) => expression.union(node.at("consequence"), node.at("alternative"))],
  [["cast_expression", "compound_literal_expression"], (node) => expression.instance(node.at("type"))]
])

const weights = weigh({
  branch: [
    "if_statement",
    "for_statement",
    "for_range_loop",
    "while_statement",
    "do_statement",
    "catch_clause",
    "conditional_expression"
  ],
  otherwise: ["else_clause"],
  switch: ["switch_statement"],
  case: ["case_statement"],
  nested: ["lambda_expression"],
  jump: ["goto_statement"]
})

/** Facts of C, or of C++, where members are in scope without a receiver. */
const makeFacts = (isCpp: boolean): FactsLanguage => ({
  tokens: new Set(["&&", "||", "and", "or"]),
  separator: "::",
  blocks: new Set([
    "compound_statement",
    "for_statement",
    "for_range_loop",
    "if_statement",
    "while_statement",
    "catch_clause"
  ]),
  isOrdered: true,
  sharesNames: false,
  hasImplicitThis: isCpp,
  spreads: new Set(["parameter_pack_expansion"]),
  returns: new Set(["return_statement"]),
  weights,
  conditions: new Map([["binary_expression", new Set(["&&", "||", "and", "or"])]]),
  imports,
  declare: declareBy(declarations),
  interpret: (node, reading) =>
    node.type === "call_expression" ? interpretCall(node, reading) : expressions.get(node.type)?.(node),
  interpretType,
  isType,
  isSilent: ({ field, parent, type }) =>
    type === "preproc_include" ||
    type === "using_declaration" ||
    (field === "declarator" && type.endsWith("identifier")) ||
    (field === "name" && parent?.type === "preproc_params"),
  listsExports: false
})

export const cFacts = makeFacts(false)
export const cppFacts = makeFacts(true)
