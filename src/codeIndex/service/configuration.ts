import { maxFileBytes } from "../../adapters/parser/limits.ts"
import { languages } from "../../adapters/parser/languages.ts"
import { fieldWeights } from "../asking/matchFields.ts"

/** What the index is made with, for people who wonder. Nothing of it can be set. */
export const indexConfiguration = {
  indexing: { maxFileSize: maxFileBytes, followSymlinks: false, incremental: true },
  search: { defaultLimit: 20, maxLimit: 100, maxTags: 5, weights: fieldWeights },
  languages: languages.map(({ extensions, name }) => ({ name, extensions }))
}
