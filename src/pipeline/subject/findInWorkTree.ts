import { Effect, Option } from "effect"
import * as Path from "node:path"
import type { Repository } from "../../adapters/git/Repository.ts"
import { inspectPath, type PathInfo, realPath } from "../../adapters/git/process/FileFingerprint.ts"
import { below, normalizePath } from "./paths.ts"
import { PathOutside, PipelineError } from "./PipelineError.ts"

/** What the work tree has at a path. */
export interface InWorkTree extends PathInfo {
  /** Path from the root, links resolved. */
  readonly path: string
  /** Whether it is in the git directory, which is never read. */
  readonly isGit: boolean
}

/** Normalizes a path as {@link normalizePath}, links of an absolute one resolved. */
export const toPath = (text: string, workTree: Option.Option<string>) => {
  const real = Path.isAbsolute(text) && !text.includes("\0") ? realPath(text) : Option.none<string>()
  return normalizePath(
    Option.getOrElse(real, () => text),
    workTree
  )
}

/** Finds what is at a path of the work tree; none where nothing is. Fails if a link leads outside. */
export const findInWorkTree = Effect.fnUntraced(function* (
  { commonDirectory, gitDirectory }: Repository,
  workTree: string,
  path: string
) {
  const seen = yield* inspectPath(Path.join(workTree, path))
  if (Option.isNone(seen)) return Option.none<InWorkTree>()
  const { location } = seen.value
  const real = below(workTree, location)
  if (Option.isNone(real)) return yield* new PipelineError({ reason: new PathOutside({ path, isLink: true }) })
  const isGit = [gitDirectory, commonDirectory].some((directory) => Option.isSome(below(directory, location)))
  return Option.some<InWorkTree>({ ...seen.value, path: real.value, isGit })
})
