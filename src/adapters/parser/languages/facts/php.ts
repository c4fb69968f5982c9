import { weigh } from "../../treesitter/facts/complexity.ts"
import type {
  DeclaredFunction,
  DeclaredParameter,
  DeclaredType,
  DeclaredVariable,
  FactsLanguage,
  Source
} from "../../treesitter/facts/FactsLanguage.ts"
import type { Form } from "../../treesitter/facts/Form.ts"
import {
  type Declare,
  declareBy,
  expression,
  makeDeclarations,
  makeTable,
  sourcesFrom,
  variable
} from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"
import { imports } from "./phpImports.ts"
import { interpretType, isAbsolute, qualified, types } from "./phpTypes.ts"

const isName = ({ type }: SyntaxNode): boolean => type === "name" || type === "qualified_name"

const isPublic = (node: SyntaxNode, reading: Reading): boolean =>
  !node.named.some((child) => child.type === "visibility_modifier" && reading.text(child) === "private")

const parametersOf = (node: SyntaxNode): ReadonlyArray<DeclaredParameter> =>
  (node.at("parameters")?.named ?? []).flatMap((each): ReadonlyArray<DeclaredParameter> => {
    const name = each.at("name")
    const initial = each.at("default_value")
    const type = each.at("type")
    return name === undefined ? [] : [{ name, type, initial, isRest: each.type === "variadic_parameter" }]
  })

const functionOf = (node: SyntaxNode, reading: Reading): DeclaredFunction => ({
  declares: "function",
  name: node.at("name"),
  parameters: parametersOf(node),
  returns: node.at("return_type"),
  body: node.at("body"),
  result: node.type === "arrow_function" ? node.at("body") : undefined,
  isStatic: node.has("static_modifier"),
  isExported: isPublic(node, reading)
})

const typeOf: Declare = (node) => {
  const traits = node.at("body")?.named.filter(({ type }) => type === "use_declaration") ?? []
  const lists = [node.find("base_clause"), node.find("class_interface_clause"), ...traits]
  const declared: DeclaredType = {
    declares: "type",
    name: node.at("name"),
    bases: lists.flatMap((list) => list?.named.filter(isName) ?? [])
  }
  return [declared]
}

const property: Declare = (node, _, reading) =>
  node.named.flatMap((each) =>
    each.type === "property_element"
      ? variable(each.at("name")?.find("name"), {
          type: node.at("type"),
          sources: sourcesFrom(each.at("default_value")),
          isStatic: node.has("static_modifier"),
          isExported: isPublic(node, reading)
        })
      : []
  )

const promoted: Declare = (node, _, reading) => {
  const name = node.at("name")?.find("name")
  const type = node.at("type")
  return variable(name, { type, isExported: isPublic(node, reading) }).map((each) => ({ ...each, place: "member" }))
}

const constants: Declare = (node, _, reading) =>
  node.named.flatMap((each) =>
    each.type === "const_element"
      ? variable(each.named[0], {
          sources: sourcesFrom(each.named[1]),
          isStatic: true,
          isExported: isPublic(node, reading)
        })
      : []
  )

/** The variables that a target assigns: `$a`, `[$a, $b]`, `$this->a`. */
const targets = (
  target: SyntaxNode | undefined,
  source: Source | undefined,
  reading: Reading
): ReadonlyArray<DeclaredVariable> => {
  const sources = source === undefined ? [] : [source]
  switch (target?.type) {
    case "variable_name":
      return reading.text(target) === "$this" ? [] : variable(target, { sources, isExported: false })
    case "by_ref":
      return targets(target.named[0], source, reading)
    case "pair":
      return [...targets(target.named[0], undefined, reading), ...targets(target.named[1], source, reading)]
    case "list_literal":
      return target.named.flatMap((each, at) =>
        targets(each, source === undefined ? undefined : { ...source, entries: [...source.entries, at] }, reading)
      )
    case "member_access_expression": {
      const name = target.at("name")
      if (name?.type !== "name" || reading.text(target.at("object")) !== "$this") return []
      return variable(name, { sources, isExported: false }).map((each) => ({ ...each, place: "member" }))
    }
    case undefined:
    default:
      return []
  }
}

const loop: Declare = (node, _, reading) => {
  const [iterated, target] = node.named
  return targets(target, sourcesFrom(iterated, "element")[0], reading)
}

const declarations = makeDeclarations([
  [["class_declaration", "interface_declaration", "trait_declaration", "enum_declaration", "anonymous_class"], typeOf],
  [
    ["method_declaration", "function_definition", "anonymous_function", "arrow_function"],
    (node, _, reading) => [functionOf(node, reading)]
  ],
  ["property_declaration", property],
  ["property_promotion_parameter", promoted],
  ["const_declaration", constants],
  [
    "enum_case",
    (node) =>
      variable(node.at("name"), { isStatic: true, sources: sourcesFrom(node.parent?.parent?.at("name"), "type") })
  ],
  ["assignment_expression", (node, _, reading) => targets(node.at("left"), sourcesFrom(node.at("right"))[0], reading)],
  ["foreach_statement", loop],
  ["catch_clause", (node) => variable(node.at("name"), { type: node.at("type") })],
  ["static_variable_declaration", (node) => variable(node.at("name"), { sources: sourcesFrom(node.at("value")) })],
  ["global_declaration", (node) => node.named.map((name) => ({ declares: "outer", name, scope: "file" }))]
])

const interpretCreation = (node: SyntaxNode): Form | undefined => {
  const type = node.named[0]
  return type !== undefined && isName(type) ? expression.new(type, node.find("arguments")) : undefined
}

const interpretCall = (node: SyntaxNode): Form | undefined => {
  const callee = node.at("function")
  return callee?.type === "name"
    ? expression.invoke(undefined, callee, node.at("arguments"))
    : expression.call(callee, node.at("arguments"))
}

/** A call of a member. Its name may be the value of a variable. */
const interpretMemberCall = (node: SyntaxNode): Form | undefined => {
  const name = node.at("name")
  return name?.type === "name"
    ? expression.invoke(node.at("object") ?? node.at("scope"), name, node.at("arguments"))
    : undefined
}

const interpretMember = (node: SyntaxNode): Form | undefined => {
  const name = node.at("name")
  return name?.type === "name" ? expression.member(node.at("object"), name) : undefined
}

/** An array with its values at positions; one with keys is known by its elements only. */
const listed = ({ named }: SyntaxNode): Form => ({
  form: "entries",
  type: "list",
  of: named.flatMap((each, at) => {
    const value = each.named.at(-1)
    return value === undefined ? [] : [[each.named.length === 1 ? String(at) : "", value] as const]
  })
})

const expressions = makeTable<Form>([
  ["name", expression.name],
  ["function_call_expression", interpretCall],
  [["member_call_expression", "nullsafe_member_call_expression", "scoped_call_expression"], interpretMemberCall],
  [["member_access_expression", "nullsafe_member_access_expression"], interpretMember],
  ["scoped_property_access_expression", (node) => expression.member(node.at("scope"), node.at("name")?.find("name"))],
  ["object_creation_expression", interpretCreation],
  ["array_creation_expression", listed],
  [
    "match_expression",
    (node) => expression.union(...(node.at("body")?.named ?? []).map((arm) => arm.at("return_expression")))
  ],
  ["subscript_expression", ({ named }) => expression.element(named[0])],
  [["parenthesized_expression", "clone_expression"], ({ named }) => expression.same(named[0])],
  ["assignment_expression", (node) => expression.same(node.at("right"))],
  [
    "conditional_expression",
    (node) => expression.union(node.at("body") ?? node.at("condition"), node.at("alternative"))
  ],
  ["binary_expression", (node) => (node.has("??") ? expression.union(node.at("left"), node.at("right")) : undefined)],
  [["string", "encapsed_string", "heredoc"], expression.literal("string")],
  ["attribute", ({ named }) => expression.attribute(named[0])]
])

const interpret = (node: SyntaxNode, reading: Reading): Form | undefined => {
  switch (node.type) {
    case "variable_name":
      return reading.text(node) === "$this" ? expression.this() : expression.name(node)
    case "relative_scope":
      return reading.text(node) === "parent" ? expression.super() : expression.this()
    case "class_constant_access_expression": {
      const [of, name] = node.named
      return reading.text(name) === "class" ? expression.same(of) : expression.member(of, name)
    }
    case "qualified_name": {
      const { name, of } = qualified(node)
      return isAbsolute(node, reading) ? expression.name(node) : expression.static(of, name)
    }
    default:
      return expressions.get(node.type)?.(node)
  }
}

/** Whether a name is part of another one, or the `class` of `Pool::class`. */
const isPartOfName = ({ end, parent }: SyntaxNode, reading: Reading): boolean => {
  if (parent === undefined) return false
  if (parent.type === "class_constant_access_expression")
    return reading.text(parent).endsWith("class") && end === parent.end
  return /^(?:variable|relative|qualified)_name$/.test(parent.type)
}

const silent: ReadonlySet<string> = new Set([
  "namespace_use_declaration",
  "use_list",
  "namespace_name",
  "visibility_modifier"
])

export const phpFacts: FactsLanguage = {
  tokens: new Set(["&&", "||", "and", "or", "??"]),
  separator: "::",
  blocks: new Set(),
  isOrdered: false,
  sharesNames: false,
  hasImplicitThis: false,
  spreads: new Set(["variadic_unpacking"]),
  returns: new Set(["return_statement", "yield_expression"]),
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
    otherwiseIf: ["else_if_clause"],
    otherwise: ["else_clause"],
    switch: ["switch_statement", "match_expression"],
    case: ["case_statement", "match_conditional_expression"],
    nested: ["anonymous_function", "arrow_function"],
    jump: ["goto_statement"]
  }),
  conditions: new Map([["binary_expression", new Set(["&&", "||", "and", "or", "??"])]]),
  package: (root, reading) => reading.text(root.find("namespace_definition")?.at("name")),
  imports,
  declare: declareBy(declarations),
  interpret,
  interpretType,
  isType: ({ type }) => types.has(type),
  canBeAmbient: (name) => !name.startsWith("$"),
  seals: (name, { type }) => name.startsWith("$") && (type === "function_definition" || type === "method_declaration"),
  isSilent: (node, reading) =>
    silent.has(node.type) ||
    (node.type === "name" && isPartOfName(node, reading)) ||
    (node.type === "variable_name" &&
      node.field === "name" &&
      /^(?:property|scoped_property)_/.test(node.parent?.type ?? "")) ||
    (node.field === "name" && node.parent?.type === "argument"),
  listsExports: false
}
