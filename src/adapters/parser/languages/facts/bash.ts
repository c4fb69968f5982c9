import { weigh } from "../../treesitter/facts/complexity.ts"
import type { DeclaredImport, FactsLanguage } from "../../treesitter/facts/FactsLanguage.ts"
import type { Form } from "../../treesitter/facts/Form.ts"
import { declareBy, makeDeclarations, makeTable, variable } from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/** The word that a command consists of, unless it is computed. */
const wordOf = (node: SyntaxNode): SyntaxNode | undefined => node.at("name")?.find("word")

/** Sourced files. A path that starts with a variable keeps what comes after it. */
const imports = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredImport> => {
  if (node.type !== "command" || !/^(?:source|\.)$/.test(reading.text(wordOf(node)))) return []
  const path = reading
    .text(node.at("argument"))
    .replaceAll(/["']/g, "")
    .replace(/^(?:\$\{?\w+\}?|\$\([^)]*\))\/?/, "./")
  return path === "" ? [] : [{ module: path, imported: "*", local: "", kind: "include", at: node }]
}

const declarations = makeDeclarations([
  [
    "function_definition",
    (node) => [{ declares: "function", name: node.at("name"), parameters: [], body: node.at("body") }]
  ],
  ["variable_assignment", (node, around) => (around.scope === "file" ? variable(node.at("name"), {}) : [])]
])

const expressions = makeTable<Form>([
  ["word", (name) => ({ form: "name", name })],
  [
    "command",
    (node) => {
      const callee = wordOf(node)
      return callee === undefined ? undefined : { form: "call", callee, arguments: node.all("argument") }
    }
  ]
])

export const bashFacts: FactsLanguage = {
  tokens: new Set(["&&", "||"]),
  separator: ".",
  blocks: new Set(),
  isOrdered: false,
  sharesNames: true,
  hasImplicitThis: false,
  spreads: new Set(),
  returns: new Set(),
  weights: weigh({
    branch: ["if_statement", "for_statement", "c_style_for_statement", "while_statement"],
    otherwiseIf: ["elif_clause"],
    otherwise: ["else_clause"],
    switch: ["case_statement"],
    case: ["case_item"]
  }),
  conditions: new Map([["list", new Set(["&&", "||"])]]),
  imports,
  declare: declareBy(declarations),
  interpret: (node) => expressions.get(node.type)?.(node),
  interpretType: () => undefined,
  isType: () => false,
  isSilent: (node) => node.type === "word",
  listsExports: false
}
