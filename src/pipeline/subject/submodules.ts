import { Effect, Option } from "effect"
import * as Path from "node:path"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls, shellArgument } from "../../domain/Text.ts"
import { Git } from "../../adapters/git/Git.ts"
import { inspectPath } from "../../adapters/git/process/FileFingerprint.ts"

/** A path in a submodule. */
export interface SubmodulePath {
  /** Path of the submodule, from the root of the queried repository. */
  readonly submodule: string
  /** Path from the root of the submodule; empty for the submodule itself. */
  readonly inside: string
  /** The submodule to check out first; none if it is checked out, or without a work tree. */
  readonly missing: Option.Option<string>
}

const isThere = (path: string) => Effect.map(inspectPath(path), Option.isSome)

/** Returns the folders that contain a path, outermost first, and the path itself. */
const foldersOf = (path: string): ReadonlyArray<string> => {
  const parts = path.split("/")
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"))
}

/** Finds the outermost submodule on a path, in the commit, or in the index where it is not committed yet. */
const findOutermost = Effect.fnUntraced(function* (commit: ObjectId, path: string, workTree: Option.Option<string>) {
  const git = yield* Git
  for (const folder of foldersOf(path)) {
    const entry = yield* git.entry(commit, folder)
    if (Option.isSome(entry) && entry.value.kind === "submodule") return Option.some(folder)
    if (Option.isSome(entry)) continue
    const isOther = Option.isSome(workTree) && (yield* isThere(Path.join(workTree.value, folder, ".git")))
    // Only a submodule has an index entry with the path of a folder.
    if (isOther && (yield* git.indexPaths).includes(folder)) return Option.some(folder)
  }
  return Option.none<string>()
})

/** Finds the innermost checked-out submodule that a path is in, or is. None for a path of the repository itself. */
export const submoduleOf = Effect.fn("Pipeline.submoduleOf")(function* (
  commit: ObjectId,
  path: string,
  workTree: Option.Option<string>
) {
  const found = path === "" ? Option.none<string>() : yield* findOutermost(commit, path, workTree)
  if (Option.isNone(found)) return Option.none<SubmodulePath>()
  let submodule = found.value
  let missing = Option.none<string>()
  if (Option.isSome(workTree)) {
    for (const folder of foldersOf(path).filter((each) => each.length >= found.value.length)) {
      const isCheckedOut = yield* isThere(Path.join(workTree.value, folder, ".git"))
      if (isCheckedOut) submodule = folder
      else if (folder === found.value) missing = Option.some(folder)
    }
  }
  return Option.some<SubmodulePath>({ submodule, inside: path.slice(submodule.length + 1), missing })
})

/** Warns that a path is in a submodule, with the command that queries it from the root of the repository. */
export const submoduleWarning = (path: string, { inside, missing, submodule }: SubmodulePath): string => {
  const what =
    inside === ""
      ? `${escapeControls(path)} is a submodule`
      : `${escapeControls(path)} is in the submodule ${escapeControls(submodule)}`
  const first = Option.match(missing, {
    onNone: () => "",
    onSome: (folder) => ` It is not checked out; run 'git submodule update --init -- ${shellArgument(folder)}' first.`
  })
  const command =
    inside === ""
      ? `ultragit summary --repo ${shellArgument(submodule)}`
      : `ultragit read --repo ${shellArgument(submodule)} ${shellArgument(inside)}`
  // The command ends the warning without a full stop, so that it can be pasted.
  return `${what}.${escapeControls(first)} Query its own repository: ${escapeControls(command)}`
}
