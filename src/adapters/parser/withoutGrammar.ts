/** Languages of code without a grammar, by the extensions of their files. */
const extensionsOf: Readonly<Record<string, string>> = {
  Ada: "adb ads",
  Apex: "apex cls",
  Clojure: "clj cljc cljs",
  CoffeeScript: "coffee",
  "Common Lisp": "lisp",
  Crystal: "cr",
  Cython: "pxd pxi pyx",
  D: "d",
  Dart: "dart",
  Delphi: "dpr pas",
  Elixir: "ex exs",
  Elm: "elm",
  "Emacs Lisp": "el",
  Erlang: "erl hrl",
  "F#": "fs fsi fsx",
  Fortran: "f f90 f95",
  Gleam: "gleam",
  Groovy: "groovy",
  Haskell: "hs lhs",
  Haxe: "hx",
  Julia: "jl",
  Nim: "nim",
  "Objective-C": "m mm",
  OCaml: "ml mli",
  Perl: "pl pm",
  PowerShell: "ps1 psm1",
  PureScript: "purs",
  R: "r",
  Racket: "rkt",
  ReScript: "res resi",
  Scheme: "scm",
  Solidity: "sol",
  Svelte: "svelte",
  Tcl: "tcl",
  "Visual Basic": "vb",
  Vue: "vue",
  Zig: "zig"
}

const languageOf: ReadonlyMap<string, string> = new Map(
  Object.entries(extensionsOf).flatMap(([language, extensions]) =>
    extensions.split(" ").map((extension) => [extension, language] as const)
  )
)

/** Names the language of a file of code that no grammar parses, by its extension in any case. */
export const findLanguageWithoutGrammar = (path: string): string | undefined =>
  languageOf.get(/[^/]\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "")
