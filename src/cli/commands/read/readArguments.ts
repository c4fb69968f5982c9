import { Effect, Option } from "effect"
import { escapeControls } from "../../../domain/Text.ts"
import { splitPath } from "../../../pipeline/subject/splitPath.ts"
import { findPath, isPathByForm } from "../../kit/paths.ts"
import { usageError } from "../../kit/query.ts"

/** Arguments of `ultragit read` that name paths and anchors. */
interface ReadArguments {
  readonly path: string
  readonly more: ReadonlyArray<string>
  readonly anchorFlag: Option.Option<string>
  readonly rev: Option.Option<string>
}

const fileExtension = (text: string): string => /[^/\\.](\.[^./\\]+)$/.exec(text)?.[1] ?? ""
const parentFolder = (text: string): string => text.slice(0, Math.max(0, text.lastIndexOf("/")))

const findKind = (text: string, rev: Option.Option<string>) => Effect.map(findPath(text, rev), ({ kind }) => kind)

/**
 * Whether an argument after the first path is another path rather than an anchor. An existing file is a path. A folder is
 * a path only if written as `a/b`, because a function may have the same name. If nothing of that name exists, it counts as
 * a misspelled path if its parent folder exists or it has the first path's extension.
 */
const isPath = Effect.fnUntraced(function* (text: string, { path, rev }: ReadArguments) {
  if (isPathByForm(text)) return true
  const kind = yield* findKind(text, rev)
  if (kind === "file") return true
  const named = splitPath(text)?.path
  if (named !== undefined && (yield* findKind(named, rev)) === "file") return true
  const above = parentFolder(text)
  if (kind === "directory" || above === "") return kind === "directory" ? above !== "" : hasSameExtension(text, path)
  return (yield* findKind(above, rev)) === "directory" || hasSameExtension(text, path)
})

const hasSameExtension = (text: string, path: string): boolean =>
  fileExtension(text) !== "" && fileExtension(text) === fileExtension(path)

const formatNames = (names: ReadonlyArray<string>): string => names.map((name) => escapeControls(name)).join(", ")

/** Splits the arguments of `read` into paths and at most one anchor. Fails as wrong usage with several anchors. */
export const classifyArguments = Effect.fn("Cli.sortArguments")(function* (input: ReadArguments) {
  const { anchorFlag, more, path } = input
  const named = (text: string): boolean => Option.isSome(anchorFlag) && anchorFlag.value === text
  const sorted = yield* Effect.forEach(more, (text) =>
    Effect.map(isPath(text, input), (found) => ({ text, found: found || (Option.isSome(anchorFlag) && !named(text)) }))
  )
  const names = [...new Set(sorted.filter(({ found }) => !found).map(({ text }) => text))]
  if (names.length > 1) {
    return yield* usageError(
      "read",
      `Only one anchor is allowed, and these name no file: ${formatNames(names)}. With --anchor, all other arguments are files.`
    )
  }
  const paths = [path, ...sorted.filter(({ found }) => found).map(({ text }) => text)]
  return { paths, anchor: Option.orElse(anchorFlag, () => Option.fromNullishOr(names[0])) }
})
