import { setFlagsFromString } from "node:v8"
import { assetPath, runtimeAsset } from "../assets.ts"
import { type Extractor, maxLightLength, once, outOfMemory, type Language } from "../Language.ts"
import { CappedMemory } from "./CappedMemory.ts"
import { makeExtractor } from "./extract.ts"
import type { TreeLanguage } from "./TreeLanguage.ts"

/**
 * Turns off V8's WebAssembly optimizer, which takes up to 3 GB for the lexer function of a large grammar. Baseline code
 * needs less CPU time for all but files of several MB. Applies to the whole process: these flags are read when a module
 * and its functions are compiled.
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

/** Discards a result if memory was exhausted, because not all grammars check for that. */
const checkMemory =
  (memory: CappedMemory, extract: Extractor): Extractor =>
  (text, shouldContinue, wantsFacts) => {
    try {
      const found = extract(text, shouldContinue, wantsFacts)
      if (!memory.isExhausted) return found
    } catch (cause) {
      if (!memory.isExhausted) throw cause
    }
    return outOfMemory
  }

/** Makes a language that finds units in a tree-sitter syntax tree. */
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
