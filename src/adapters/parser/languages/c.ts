import type { Asset } from "../assets.ts"
import { blankConditionals } from "../cfamily/conditionals.ts"
import { blankMacros } from "../cfamily/macros.ts"
import { attributes, containers, makeFinder } from "../cfamily/units.ts"
import { cFacts } from "./facts/cfamily.ts"
import { treeSitterLanguage } from "../treesitter/treeSitter.ts"

export const cGrammar: Asset = { specifier: "tree-sitter-c/tree-sitter-c.wasm", file: "tree-sitter-c.wasm" }

/** C: functions, prototypes of functions defined elsewhere, types, macros, variables of the file; nothing is qualified. */
export const c = treeSitterLanguage({
  name: "c",
  extensions: [".c", ".h"],
  grammar: cGrammar,
  comments: ["comment"],
  attributes,
  containers,
  leads: (node) => node.type === "comment",
  readable: (text) => blankConditionals(text, false),
  prepare: blankMacros,
  find: makeFinder({ qualifies: false }),
  facts: cFacts
})
