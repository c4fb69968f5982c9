import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { toTemplateLines } from "./cleanText.ts"

/** Files and folders where the hosts look for templates. */
const folders = ["", ".github", "docs", ".gitlab"]
const templateFile =
  /^(?:\.github\/|docs\/|\.gitlab\/)?(?:pull_request_template|merge_request_templates?)(?:\/[^/]+)?\.(?:md|txt)$/i

const maxTemplates = 10
/** Versions of a template that are read: older requests filled in older ones. */
const maxVersions = 20
const maxTemplateBytes = 64 * 1024

const listTemplates = Effect.fnUntraced(function* (head: ObjectId) {
  const git = yield* Git
  const below = yield* Effect.forEach(folders.slice(1), (folder) =>
    Effect.orElseSucceed(git.files(head, folder), () => [])
  )
  const names = ["pull_request_template.md", "PULL_REQUEST_TEMPLATE.md"]
  const above = yield* Effect.forEach(names, (name) => git.entry(head, name))
  return [...above.flatMap(Option.toArray), ...below.flat()]
    .map(({ path }) => path)
    .filter((path) => templateFile.test(path))
    .slice(0, maxTemplates)
})

const readVersions = Effect.fnUntraced(function* (head: ObjectId, path: string) {
  const git = yield* Git
  const changes = yield* git.fileHistory(head, path, maxVersions)
  const entries = yield* Effect.forEach(changes, (change) => git.entry(change.commit, change.path))
  const blobs = entries.flatMap(Option.toArray).filter(({ kind }) => kind === "file")
  const contents = yield* git.objects(
    blobs.map(({ id }) => id),
    { maxBytes: maxTemplateBytes }
  )
  return contents.flatMap((content) =>
    content._tag === "Found" ? toTemplateLines(Buffer.from(content.bytes).toString("utf8")) : []
  )
})

/** Reads the lines of the project's templates for pull requests, as they are and as they were. */
export const readTemplateLines = Effect.fn("Imports.readTemplateLines")(function* () {
  const git = yield* Git
  const head = yield* Effect.option(git.resolveCommit("HEAD"))
  if (Option.isNone(head)) return new Set<string>()
  const paths = yield* listTemplates(head.value)
  const lines = yield* Effect.forEach(paths, (path) => readVersions(head.value, path))
  return new Set(lines.flat())
})
