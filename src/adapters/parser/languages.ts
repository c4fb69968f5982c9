import { type Asset, runtimeAsset } from "./assets.ts"
import type { Language } from "./Language.ts"
import { javascript, jsx, tsx, typescript } from "./languages/ecmascript.ts"
import { bash, bashGrammar } from "./languages/bash.ts"
import { csharp, csharpGrammar } from "./languages/csharp.ts"
import { c, cGrammar } from "./languages/c.ts"
import { cpp, cppGrammar } from "./languages/cpp.ts"
import { go, goGrammar } from "./languages/go.ts"
import { java, javaGrammar } from "./languages/java.ts"
import { kotlin, kotlinGrammar } from "./languages/kotlin.ts"
import { lua, luaGrammar } from "./languages/lua.ts"
import { php, phpGrammar } from "./languages/php.ts"
import { python, pythonGrammar } from "./languages/python.ts"
import { ruby, rubyGrammar } from "./languages/ruby.ts"
import { rust, rustGrammar } from "./languages/rust.ts"
import { scala, scalaGrammar } from "./languages/scala.ts"
import { swift, swiftGrammar } from "./languages/swift.ts"

/** All languages with a grammar. A further one is a file in `languages/` and its line here. */
export const languages: ReadonlyArray<Language> = [
  typescript,
  tsx,
  javascript,
  jsx,
  python,
  rust,
  go,
  c,
  cpp,
  ruby,
  php,
  bash,
  lua,
  java,
  csharp,
  kotlin,
  scala,
  swift
]

/** WebAssembly files that the build copies to `grammars/` next to the program. */
export const assets: ReadonlyArray<Asset> = [
  runtimeAsset,
  pythonGrammar,
  rustGrammar,
  goGrammar,
  cGrammar,
  cppGrammar,
  rubyGrammar,
  phpGrammar,
  bashGrammar,
  luaGrammar,
  javaGrammar,
  csharpGrammar,
  kotlinGrammar,
  scalaGrammar,
  swiftGrammar
]

/** Finds a language by name. */
export const findLanguage = (name: string): Language | undefined => languages.find((language) => language.name === name)
