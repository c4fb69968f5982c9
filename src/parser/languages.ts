import { type Asset, runtimeAsset } from "./assets.ts"
import type { Language } from "./Language.ts"
import { javascript, jsx, tsx, typescript } from "./languages/ecmascript.ts"
import { go, goGrammar } from "./languages/go.ts"
import { python, pythonGrammar } from "./languages/python.ts"
import { rust, rustGrammar } from "./languages/rust.ts"

/** All languages with a grammar. A further one is a file in `languages/` and its line here. */
export const languages: ReadonlyArray<Language> = [typescript, tsx, javascript, jsx, python, rust, go]

/** WebAssembly files that the build copies into `grammars/` beside the program. */
export const assets: ReadonlyArray<Asset> = [runtimeAsset, pythonGrammar, rustGrammar, goGrammar]

const byExtension = new Map(
  languages.flatMap((language) => language.extensions.map((each) => [each, language] as const))
)

/** The language of a path, by its extension. */
export const languageOf = (path: string): Language | undefined => {
  const dot = path.lastIndexOf(".")
  return dot > path.lastIndexOf("/") + 1 ? byExtension.get(path.slice(dot).toLowerCase()) : undefined
}

/** A language by its name. */
export const languageNamed = (name: string): Language | undefined =>
  languages.find((language) => language.name === name)
