import { weigh } from "../../treesitter/facts/complexity.ts"
import type {
  DeclaredImport,
  DeclaredParameter,
  DeclaredVariable,
  FactsLanguage,
  Source
} from "../../treesitter/facts/FactsLanguage.ts"
import type { Form, TypeForm } from "../../treesitter/facts/Form.ts"
import {
  type Declare,
  declareBy,
  expression,
  makeDeclarations,
  makeTable,
  sourcesFrom,
  typeExpression,
  variable
} from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"
import { callOverridden, callsOwn, interpretCall, interpretSymbol, isConstant, sees } from "./rubyCalls.ts"

const imports = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredImport> => {
  if (!callsOwn(node, /^(?:require|require_relative|load)$/, reading)) return []
  const path = reading.text(node.at("arguments")?.find("string")?.find("string_content"))
  if (path === "") return []
  const isRelative = reading.text(node.at("method")) === "require_relative" && !path.startsWith(".")
  return [{ module: isRelative ? `./${path}` : path, imported: "*", local: "", kind: "require", at: node }]
}

const parametersOf = (node: SyntaxNode): ReadonlyArray<DeclaredParameter> =>
  (node.at("parameters")?.named ?? []).flatMap((each): ReadonlyArray<DeclaredParameter> => {
    const name = each.type === "identifier" ? each : each.at("name")
    if (name === undefined) return []
    const initial = each.at("value")
    const isRest = /^(?:hash_)?splat_parameter$/.test(each.type)
    return [{ name, initial, isRest, isOptional: initial !== undefined || each.type === "block_parameter" }]
  })

const typeOf: Declare = (node, _, reading) => {
  const name = node.at("name")
  // The last module that is mixed in comes first, the superclass after all of them.
  const mixed = (node.at("body")?.named ?? [])
    .filter((each) => callsOwn(each, /^(?:include|prepend|extend)$/, reading))
    .toReversed()
  const bases = [...mixed.map((each) => each.at("arguments")), node.at("superclass")].flatMap(
    (each) => each?.named ?? []
  )
  return [
    {
      declares: "type",
      name: name?.type === "scope_resolution" ? name.at("name") : name,
      bases: bases.filter(isConstant),
      isOpen: true
    }
  ]
}

/** Whether a method is one of the class around it: within `class << self`, or `class_methods do`. */
const isInClassMethods = (node: SyntaxNode, reading: Reading): boolean => {
  let at = node.parent
  while (at !== undefined && !/^(?:class|module|singleton_class|(?:singleton_)?method)$/.test(at.type)) {
    if (callsOwn(at, /^class_methods$/, reading)) return true
    at = at.parent
  }
  return at?.type === "singleton_class"
}

const functionOf: Declare = (node, _, reading) => {
  const body = node.at("body")
  return [
    {
      declares: "function",
      name: node.at("name"),
      parameters: parametersOf(node),
      body: body ?? node,
      result: body?.type === "body_statement" ? body.named.at(-1) : body,
      isStatic: node.type === "singleton_method" || isInClassMethods(node, reading)
    }
  ]
}

/** The variables of `a, (b, c) = …`, from what is at their positions. */
const takenApart = (left: SyntaxNode, source: Source | undefined): ReadonlyArray<DeclaredVariable> =>
  left.named.flatMap((each, at) => {
    const part = source && { ...source, entries: [...source.entries, at] }
    if (each.type === "destructured_left_assignment") return takenApart(each, part)
    const name = each.type === "rest_assignment" ? each.named[0] : each
    const isKnown = part !== undefined && name === each
    return name?.type === "identifier" ? variable(name, { sources: isKnown ? [part] : [], isExported: false }) : []
  })

const assigned: Declare = (node, around) => {
  const left = node.at("left")
  const sources = sourcesFrom(node.at("right"))
  if (left?.type === "left_assignment_list") return takenApart(left, sources[0])
  if (left?.type === "instance_variable") {
    return variable(left, { sources, isExported: false }).map((each) => ({ ...each, place: "member" }))
  }
  if (left?.type === "constant") {
    return variable(left, { sources, isStatic: around.scope === "type" }).map((each) => ({ ...each, place: "around" }))
  }
  return left?.type === "identifier" ? variable(left, { sources, isExported: false }) : []
}

/** What `attr_reader :conn` declares for each of its symbols: a method that gives `@conn`. */
const attributeOf: Declare = (node, around, reading) => {
  const call = node.parent?.parent
  if (around.scope !== "type" || call === undefined || !callsOwn(call, /^attr_(?:reader|accessor)$/, reading)) return []
  const unit = reading.text(node).slice(1)
  const declared = { declares: "function", name: node, unit, parameters: [] } as const
  // A variable of the class is another one than that of its instances.
  return isInClassMethods(call, reading) ? [{ ...declared, isStatic: true }] : [{ ...declared, gives: `@${unit}` }]
}

/** The variables that a pattern, or what takes a value apart, declares: `{ name:, size: Integer => count }`. */
const variablesIn = (pattern: SyntaxNode | undefined): ReadonlyArray<DeclaredVariable> => {
  if (pattern === undefined || pattern.type === "variable_reference_pattern") return []
  if (pattern.type === "identifier") return variable(pattern, { isExported: false })
  const key = pattern.type === "keyword_pattern" && pattern.at("value") === undefined ? pattern.at("key") : undefined
  return key === undefined ? pattern.named.flatMap(variablesIn) : variable(key, { isExported: false })
}

const declarations = makeDeclarations([
  [["class", "module"], typeOf],
  [["method", "singleton_method"], functionOf],
  ["lambda", (node) => [{ declares: "function", name: undefined, parameters: parametersOf(node) }]],
  [["block", "do_block"], (node) => parametersOf(node).flatMap(({ name }) => variable(name, {}))],
  [["assignment", "operator_assignment"], assigned],
  ["simple_symbol", attributeOf],
  ["destructured_parameter", variablesIn],
  [["for", "in_clause", "match_pattern", "test_pattern"], (node) => variablesIn(node.at("pattern"))],
  ["exception_variable", ({ named }) => variable(named[0], {})]
])

const scoped = (node: SyntaxNode): Form | undefined =>
  node.at("scope") === undefined
    ? expression.name(node.at("name"))
    : expression.static(node.at("scope"), node.at("name"))

/** What a branch gives: the last expression in it. */
const lastOf = ({ named }: SyntaxNode): Form | undefined => expression.same(named.at(-1))

const listed = ({ named }: SyntaxNode): Form => ({
  form: "entries",
  type: "list",
  of: named.map((each, at) => [String(at), each] as const)
})

const expressions = makeTable<Form>([
  [["identifier", "constant"], expression.name],
  [["instance_variable", "class_variable"], expression.own],
  ["self", expression.this],
  ["super", (node) => callOverridden(node, undefined)],
  ["scope_resolution", scoped],
  ["element_reference", (node) => expression.element(node.at("object"))],
  ["parenthesized_statements", ({ named }) => expression.same(named.at(-1))],
  [["assignment", "operator_assignment"], (node) => expression.same(node.at("right"))],
  [["then", "else", "ensure", "block_body", "body_statement"], lastOf],
  [["array", "right_assignment_list"], listed],
  [["if", "elsif", "unless"], (node) => expression.union(node.at("consequence"), node.at("alternative"))],
  [
    "case",
    ({ named }) =>
      expression.union(
        ...named.map((each) => (each.type === "when" ? each.at("body") : each.type === "else" ? each : undefined))
      )
  ],
  [
    "begin",
    ({ named }) =>
      expression.union(
        ...named.map((each) => (each.type === "rescue" ? each.at("body") : undefined)),
        named.findLast(({ type }) => !/^(?:rescue|else|ensure)$/.test(type))
      )
  ],
  [
    "binary",
    (node) => (node.has("||") || node.has("or") ? expression.union(node.at("left"), node.at("right")) : undefined)
  ],
  ["conditional", (node) => expression.union(node.at("consequence"), node.at("alternative"))],
  ["string", expression.literal("String")]
])

const typeForms = makeTable<TypeForm>([
  ["constant", typeExpression.name],
  [
    "scope_resolution",
    (node) =>
      node.at("scope") === undefined
        ? typeExpression.name(node.at("name"))
        : typeExpression.member(node.at("scope"), node.at("name"))
  ]
])

export const rubyFacts: FactsLanguage = {
  tokens: new Set(["&&", "||", "and", "or"]),
  separator: "#",
  blocks: new Set(["block", "do_block"]),
  isOrdered: false,
  sharesNames: true,
  hasImplicitThis: true,
  callsBareNames: true,
  typesReceive: true,
  blocksAssignOuter: true,
  sees,
  nameOf: (text) => text.replace(/^:(?=\w)/, ""),
  canBeMember: (name) => !/^\p{Lu}/u.test(name),
  spreads: new Set(["splat_argument", "hash_splat_argument"]),
  returns: new Set(["return"]),
  weights: weigh({
    branch: [
      "if",
      "unless",
      "while",
      "until",
      "for",
      "rescue",
      "conditional",
      "if_modifier",
      "unless_modifier",
      "while_modifier",
      "until_modifier"
    ],
    otherwiseIf: ["elsif"],
    otherwise: ["else"],
    switch: ["case"],
    case: ["when"],
    nested: ["block", "do_block", "lambda"]
  }),
  conditions: new Map([["binary", new Set(["&&", "||", "and", "or"])]]),
  imports,
  declare: declareBy(declarations),
  interpret: (node, reading) => {
    if (node.field === "alias") return expression.own(node)
    if (node.type === "simple_symbol") return interpretSymbol(node, reading)
    return node.type === "call" ? interpretCall(node, reading) : expressions.get(node.type)?.(node)
  },
  interpretType: (node) => typeForms.get(node.type)?.(node),
  isType: () => false,
  isSilent: ({ field, parent }) =>
    (field === "object" && parent?.type === "singleton_method") ||
    (field === "method" && parent?.type === "call") ||
    (field === "name" && parent?.type === "alias"),
  listsExports: false
}
