import { existsSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { configValues, isSetToFalse } from "../../adapters/git/read/ConfigReads.ts"

const key = "core.sparsecheckout"

/**
 * Whether a work tree is a sparse checkout. Git is asked only where patterns for one are there, which also stay when it ends
 * (`git sparse-checkout disable`).
 */
export const isSparse = Effect.gen(function* () {
  const git = yield* Git
  const { gitDirectory } = yield* git.repository
  if (!existsSync(join(gitDirectory, "info", "sparse-checkout"))) return false
  const config = yield* git.config
  return configValues(config, key).length > 0 && !isSetToFalse(config, key)
})
