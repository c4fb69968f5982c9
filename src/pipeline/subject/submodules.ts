import { Effect, Option } from "effect"
import * as Path from "node:path"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls } from "../../domain/Text.ts"
import { Git } from "../../adapters/git/Git.ts"
import { inspectPath } from "../../adapters/git/process/FileFingerprint.ts"

/** The submodule in which a path lies, and how it is asked there. */
export interface InSubmodule {
  /** From the root of the repository asked about. */
  readonly submodule: string
  /** From the submodule's root; empty for the submodule itself. */
  readonly inside: string
  /** The submodule to check out first; none where it is, or where there is no work tree. */
  readonly missing: Option.Option<string>
}

const isThere = (path: string) => Effect.map(inspectPath(path), Option.isSome)

/** The path itself and the folders that it is in, the outermost first. */
const foldersOf = (path: string): ReadonlyArray<string> => {
  const parts = path.split("/")
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"))
}

/** The outermost submodule on the way to a path, as the commit has it, or the index where it is not committed yet. */
const outermost = Effect.fnUntraced(function* (commit: ObjectId, path: string, workTree: Option.Option<string>) {
  const git = yield* Git
  for (const folder of foldersOf(path)) {
    const entry = yield* git.entry(commit, folder)
    if (Option.isSome(entry) && entry.value.kind === "submodule") return Option.some(folder)
    if (Option.isSome(entry)) continue
    const isOther = Option.isSome(workTree) && (yield* isThere(Path.join(workTree.value, folder, ".git")))
    // Of what is in a folder of the index, only a submodule has the folder's own path.
    if (isOther && (yield* git.indexPaths).includes(folder)) return Option.some(folder)
  }
  return Option.none<string>()
})

/** The submodule that a path is in, or is; the innermost one that is checked out. None for a path of the repository itself. */
export const submoduleOf = Effect.fn("Pipeline.submoduleOf")(function* (
  commit: ObjectId,
  path: string,
  workTree: Option.Option<string>
) {
  const found = path === "" ? Option.none<string>() : yield* outermost(commit, path, workTree)
  if (Option.isNone(found)) return Option.none<InSubmodule>()
  let submodule = found.value
  let missing = Option.none<string>()
  if (Option.isSome(workTree)) {
    for (const folder of foldersOf(path).filter((each) => each.length >= found.value.length)) {
      const isCheckedOut = yield* isThere(Path.join(workTree.value, folder, ".git"))
      if (isCheckedOut) submodule = folder
      else if (folder === found.value) missing = Option.some(folder)
    }
  }
  return Option.some<InSubmodule>({ submodule, inside: path.slice(submodule.length + 1), missing })
})

const plain = /^[\w./@%+,:=-]+$/

/** A text as one argument of a command in a POSIX shell. */
const argument = (text: string): string =>
  plain.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", "'\\''")}'`

/** What to say to whoever asks about a submodule: that it is one, and how to ask there, from the repository's root. */
export const submoduleWarning = (path: string, { inside, missing, submodule }: InSubmodule): string => {
  const what =
    inside === ""
      ? `${escapeControls(path)} is a submodule`
      : `${escapeControls(path)} is in the submodule ${escapeControls(submodule)}`
  const first = Option.match(missing, {
    onNone: () => "",
    onSome: (folder) => ` It is not checked out: 'git submodule update --init -- ${argument(folder)}' does that.`
  })
  const command =
    inside === ""
      ? `ultragit summary --repo ${argument(submodule)} .`
      : `ultragit read --repo ${argument(submodule)} ${argument(inside)}`
  return `${what}; its own repository knows more: ${escapeControls(command)}.${escapeControls(first)}`
}
