import type { Asset } from "../assets.ts"
import { blankConditionals } from "../cfamily/conditionals.ts"
import { blankMacros } from "../cfamily/macros.ts"
import { attributes, containers, makeFinder } from "../cfamily/units.ts"
import { cppFacts } from "./facts/cfamily.ts"
import { treeSitterLanguage } from "../treesitter/treeSitter.ts"

export const cppGrammar: Asset = { specifier: "tree-sitter-cpp/tree-sitter-cpp.wasm", file: "tree-sitter-cpp.wasm" }

/** Line starts that only C++ has. */
const cppWords =
  /^[^\S\n]*(?:template\s*<|(?:inline\s+)?namespace\s+(?:[\w:]+\s*)?\{|class\s+[\w\s:]{1,200}[{:;]|(?:public|private|protected)\s*:|using\s+\w+|constexpr\s|#\s*include\s*<[a-z_]+>\s*$)/m

/** C++: names are `ns::Class::method`, without anonymous and inline namespaces and without template arguments. */
export const cpp = treeSitterLanguage({
  name: "cpp",
  extensions: [".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".tpp", ".inl", ".ino"],
  files: { shared: { extensions: [".h"], holds: (text) => cppWords.test(text) } },
  grammar: cppGrammar,
  comments: ["comment"],
  attributes,
  containers,
  leads: (node) => node.type === "comment",
  readable: (text) => blankConditionals(text, true),
  prepare: blankMacros,
  find: makeFinder({ qualifies: true }),
  facts: cppFacts
})
