import { weigh } from "../../treesitter/facts/complexity.ts"
import type {
  DeclaredExport,
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
  sourcesFrom,
  typeExpression,
  variable
} from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/** Names and values of an assignment, in pairs. */
const pairsIn = (
  node: SyntaxNode
): ReadonlyArray<{ readonly name: SyntaxNode; readonly value: SyntaxNode | undefined }> => {
  const values = node.find("expression_list")?.named ?? []
  return (node.find("variable_list")?.named ?? []).map((name, at) => ({ name, value: values[at] }))
}

const requiredIn = (value: SyntaxNode | undefined, reading: Reading): string => {
  if (value?.type !== "function_call" || reading.text(value.at("name")) !== "require") return ""
  return reading.text(value.at("arguments")?.find("string")?.find("string_content"))
}

const imports = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredImport> => {
  if (node.type === "assignment_statement") {
    return pairsIn(node).flatMap(({ name, value }): ReadonlyArray<DeclaredImport> => {
      const module = requiredIn(value, reading)
      if (module === "" || name.type !== "identifier") return []
      return [{ module, imported: "*", local: reading.text(name), kind: "require", at: node }]
    })
  }
  const module = node.parent?.type === "expression_list" ? "" : requiredIn(node, reading)
  return module === "" ? [] : [{ module, imported: "", local: "", kind: "require", at: node }]
}

const parametersOf = (node: SyntaxNode): ReadonlyArray<DeclaredParameter> =>
  (node.at("parameters")?.all("name") ?? []).map((name) => ({ name }))

const functionOf = (node: SyntaxNode, reading: Reading): DeclaredFunction => {
  const whole = node.at("name")
  const isMethod = whole?.type === "method_index_expression"
  const text = reading.text(whole).replaceAll(/\s/g, "")
  return {
    declares: "function",
    name: whole?.type === "identifier" ? whole : (whole?.at("method") ?? whole?.at("field")),
    parameters: parametersOf(node),
    body: node.at("body"),
    isDetached: whole !== undefined && whole.type !== "identifier",
    memberOf: whole?.at("table"),
    isExported: !node.has("local"),
    ...(isMethod ? { unit: text.slice(text.lastIndexOf(".") + 1), self: "self" } : {})
  }
}

const assigned: Declare = (node, around) =>
  pairsIn(node).flatMap(({ name, value }): ReadonlyArray<DeclaredVariable> => {
    const isLocal = node.parent?.type === "variable_declaration"
    if (name.type !== "identifier" || (!isLocal && around.scope !== "file")) return []
    return variable(name, { sources: sourcesFrom(value), isExported: !isLocal })
  })

/** `for i, v in ipairs(t)`: elements of `t`. */
const loop: Declare = (node) => {
  const iterated = node.find("expression_list")?.named[0]
  const given = iterated?.at("arguments")?.named[0] ?? iterated
  return (node.find("variable_list")?.named ?? []).flatMap((name, at) =>
    variable(name, { sources: at === 1 ? sourcesFrom(given, "element") : [] })
  )
}

const declarations = makeDeclarations([
  ["function_declaration", (node, _, reading) => [functionOf(node, reading)]],
  [
    "function_definition",
    (node) => [{ declares: "function", name: undefined, parameters: parametersOf(node), body: node.at("body") }]
  ],
  ["assignment_statement", assigned],
  ["for_generic_clause", loop],
  ["for_numeric_clause", (node) => variable(node.at("name"), {})]
])

const expressions = makeTable<Form>([
  ["identifier", expression.name],
  ["dot_index_expression", (node) => expression.member(node.at("table"), node.at("field"))],
  ["method_index_expression", (node) => expression.member(node.at("table"), node.at("method"))],
  ["bracket_index_expression", (node) => expression.element(node.at("table"))],
  ["function_call", (node) => expression.call(node.at("name"), node.at("arguments"))],
  ["parenthesized_expression", ({ named }) => expression.same(named[0])],
  ["string", expression.literal("string")]
])

const typeForms = makeTable<TypeForm>([
  ["identifier", typeExpression.name],
  ["dot_index_expression", (node) => typeExpression.member(node.at("table"), node.at("field"))]
])

/** The value that the file returns as a module. */
const exports = (root: SyntaxNode): ReadonlyArray<DeclaredExport> => {
  const last = root.named.findLast(({ type }) => type === "return_statement")
  const value = last?.find("expression_list")?.named[0]
  return last === undefined || value === undefined ? [] : [{ name: "=", node: last, value }]
}

export const luaFacts: FactsLanguage = {
  tokens: new Set(["local", "and", "or"]),
  separator: ".",
  blocks: new Set(["block", "for_statement"]),
  isOrdered: true,
  sharesNames: true,
  hasImplicitThis: false,
  spreads: new Set(["vararg_expression"]),
  returns: new Set(["return_statement"]),
  weights: weigh({
    branch: ["if_statement", "for_statement", "while_statement", "repeat_statement"],
    otherwiseIf: ["elseif_statement"],
    otherwise: ["else_statement"],
    nested: ["function_definition"],
    jump: ["goto_statement"]
  }),
  conditions: new Map([["binary_expression", new Set(["and", "or"])]]),
  imports,
  declare: declareBy(declarations),
  interpret: (node) => expressions.get(node.type)?.(node),
  interpretType: (node) => typeForms.get(node.type)?.(node),
  isType: () => false,
  isSilent: ({ field, parent, type }) => type === "identifier" && field === "name" && parent?.type === "field",
  exports,
  listsExports: false
}
