import { setFlagsFromString } from "node:v8"
import { assetPath, runtimeAsset } from "../assets.ts"
import { type Extractor, maxLightLength, once, outOfMemory, type Language } from "../Language.ts"
import { CappedMemory } from "./CappedMemory.ts"
import { makeExtractor } from "./extract.ts"
import type { TreeLanguage } from "./TreeLanguage.ts"

/**
 * V8 optimises WebAssembly functions that run often, and takes up to 3 GB for the one function that is the lexer of a
 * large grammar. Its baseline code needs less processor time for all but files of several MB. Holds for the process:
 * these flags are read when a module is compiled and when its functions are.
 */
const disableWasmOptimizer = (): void => {
  setFlagsFromString("--no-wasm-tier-up")
  setFlagsFromString("--no-wasm-dynamic-tiering")
}

const loadRuntime = once((maxMemoryBytes: number) => {
  disableWasmOptimizer()
  const wasmMemory = new CappedMemory(maxMemoryBytes)
  return import("web-tree-sitter").then((module) =>
    module.Parser.init({ locateFile: () => assetPath(runtimeAsset), wasmMemory }).then(() => ({ module, wasmMemory }))
  )
})

/** Grammars do not all check what they are given: where memory was refused, what was found means nothing. */
const checkMemory =
  (memory: CappedMemory, extract: Extractor): Extractor =>
  (text, goOn) => {
    try {
      const found = extract(text, goOn)
      if (!memory.isExhausted) return found
    } catch (cause) {
      if (!memory.isExhausted) throw cause
    }
    return outOfMemory
  }

/** A language whose units are found in a tree-sitter syntax tree. */
export const treeSitterLanguage = (language: TreeLanguage): Language => ({
  name: language.name,
  extensions: language.extensions,
  ...(language.files === undefined ? {} : { files: language.files }),
  resumes: true,
  isLight: (text) => text.length <= maxLightLength,
  load: once((maxMemoryBytes: number) =>
    loadRuntime(maxMemoryBytes).then(({ module: { Language: Grammar, Parser }, wasmMemory }) =>
      Grammar.load(assetPath(language.grammar)).then((grammar) =>
        checkMemory(wasmMemory, makeExtractor(language, new Parser().setLanguage(grammar)))
      )
    )
  )
})
