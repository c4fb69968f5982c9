import { assetPath, runtimeAsset } from "../assets.ts"
import { lightLength, once, type Language } from "../Language.ts"
import { extractor } from "./extract.ts"
import type { TreeLanguage } from "./TreeLanguage.ts"

const runtime = once(() =>
  import("web-tree-sitter").then((module) =>
    module.Parser.init({ locateFile: () => assetPath(runtimeAsset) }).then(() => module)
  )
)

/** A language whose units are found in a tree-sitter syntax tree. */
export const treeSitterLanguage = (language: TreeLanguage): Language => ({
  name: language.name,
  extensions: language.extensions,
  ...(language.files === undefined ? {} : { files: language.files }),
  resumes: true,
  isLight: (text) => text.length <= lightLength,
  load: once(() =>
    runtime().then(({ Language: Grammar, Parser }) =>
      Grammar.load(assetPath(language.grammar)).then((grammar) =>
        extractor(language, new Parser().setLanguage(grammar))
      )
    )
  )
})
