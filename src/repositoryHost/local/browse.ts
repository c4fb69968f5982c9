import { decodeContent } from "../searching/decodeContent.ts"
import { Effect, Option } from "effect"
import { posix } from "node:path"
import { isArgumentPath } from "../../adapters/git/parse/PathBytes.ts"
import type { Child } from "../../adapters/git/bare/BareAnswers.ts"
import type { FilesAnswer, ListAnswer, RepositorySummary } from "../model/answers.ts"
import { BinaryFile, FileNotFound, FileTooLarge, FolderNotFound, HostFailed } from "../model/HostError.ts"
import type { FileQuestion, FilesQuestion, ListQuestion } from "../model/questions.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { statOrUndefined } from "../../adapters/git/process/FileFingerprint.ts"
import { toIso } from "../searching/commitTime.ts"
import { fail, requireRepository, toHostError } from "./failures.ts"
import type { Folder, HostedRepository } from "./Folder.ts"
import { compareFolded } from "./names.ts"
import { requireCommit } from "./revisions.ts"
import { toShownPath } from "../searching/shownPath.ts"

const folderSeconds = (directory: string): number => Math.floor(Number(statOrUndefined(directory)?.mtimeMs ?? 0) / 1000)

const summarize = Effect.fnUntraced(function* (repository: HostedRepository) {
  const branches = yield* repository.branches
  const latest = branches.reduce((most, { time }) => Math.max(most, time), Number.NEGATIVE_INFINITY)
  const summary: RepositorySummary = {
    name: repository.name,
    description: repository.description,
    lastChange: toIso(branches.length === 0 ? folderSeconds(repository.directory) : latest),
    hasCommits: branches.length > 0 || repository.head._tag === "Detached"
  }
  return summary
})

/** {@link RepositoryHost.list}. */
export const list = Effect.fnUntraced(function* (folder: Folder, { limit, offset, query = "" }: ListQuestion) {
  const { broken, repositories } = yield* folder.all
  const wanted = query.toLowerCase()
  const matching = repositories
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((a, b) => compareFolded(a.name, b.name))
  const skipped = broken.filter(({ repository }) => repository.toLowerCase().includes(wanted))
  const page = yield* Effect.forEach(
    matching.slice(offset, offset + limit),
    (repository) =>
      summarize(repository).pipe(
        Effect.map((summary) => [summary]),
        Effect.catch((error) => {
          skipped.push({ repository: repository.name, reason: error.message })
          return Effect.succeed([])
        })
      ),
    { concurrency: 8 }
  )
  const answer: ListAnswer = {
    repositories: page.flat(),
    totalCount: matching.length,
    limitHit: offset + limit < matching.length,
    ...(skipped.length === 0 ? {} : { skipped })
  }
  return answer
})

const toFile = ({ kind, path, size }: Child): FilesAnswer["files"][number] => {
  const name = toShownPath(path)
  if (kind === "directory") return { path: `${name}/`, isDirectory: true }
  // The original gives a submodule no size of its own.
  const shownSize = kind === "submodule" ? 0 : size
  return { path: name, isDirectory: false, ...(shownSize === undefined ? {} : { size: shownSize }) }
}

/** {@link RepositoryHost.files}. */
export const files = Effect.fnUntraced(function* (folder: Folder, question: FilesQuestion) {
  const repository = yield* requireRepository(folder, question.repo)
  const commit = yield* requireCommit(folder, repository, question.revision)
  const path = question.path.endsWith("/") ? question.path.slice(0, -1) : question.path
  const children =
    path === "" || isArgumentPath(path)
      ? yield* Effect.mapError(folder.git.children(repository.directory, commit, path), toHostError)
      : Option.none()
  if (Option.isNone(children)) return yield* fail(new FolderNotFound({ path }))
  const all = children.value
    .map(toFile)
    .toSorted((a, b) => Number(b.isDirectory) - Number(a.isDirectory) || compareFolded(a.path, b.path))
  const { limit, offset } = question
  const answer: FilesAnswer = {
    files: all.slice(offset, offset + limit),
    totalCount: all.length,
    limitHit: offset + limit < all.length
  }
  return answer
})

/** Limit of what is returned of a file, and of files of which lines are read. */
const maxReturnedBytes = 131_072
const maxReadBytes = 64 * 1024 * 1024
/** A NUL among these first bytes marks a file as binary. */
const sniffedBytes = 8000

/** Numbers the lines from `start` to `end`; a file that ends in a line end has an empty last line. */
const numberLines = (lines: ReadonlyArray<string>, start: number, end: number): string =>
  lines
    .slice(start - 1, end)
    .map((line, at) => `${start + at}: ${line}\n`)
    .join("")

/** Cuts lines out of a content. */
const cutLines = (bytes: Uint8Array, { endLine, startLine }: FileQuestion) => {
  const lines = decodeContent(bytes).split("\n")
  const start = Math.max(1, startLine ?? 1)
  const end = endLine === undefined ? lines.length : Math.max(start, endLine)
  const returnedBytes = lines.slice(start - 1, end).reduce((sum, line) => sum + Buffer.byteLength(line) + 1, -1)
  return { content: numberLines(lines, start, end), returnedBytes }
}

/** Whether a file is in its folder, so that only its content is missing. */
const isListed = Effect.fnUntraced(function* (
  { git }: Folder,
  { directory }: HostedRepository,
  commit: ObjectId,
  path: string
) {
  const folderPath = posix.dirname(path)
  const children = yield* git.children(directory, commit, folderPath === "." ? "" : folderPath)
  const isFile = ({ kind, path: name }: Child): boolean =>
    name === posix.basename(path) && kind !== "directory" && kind !== "submodule"
  return Option.exists(children, (found) => found.some(isFile))
})

/** {@link RepositoryHost.file}. */
export const file = Effect.fnUntraced(function* (folder: Folder, question: FileQuestion) {
  const { endLine, path, repo, revision, startLine } = question
  const repository = yield* requireRepository(folder, repo)
  const commit = yield* requireCommit(folder, repository, revision)
  const inTree = path.endsWith("/") ? path.slice(0, -1) : path
  if (!isArgumentPath(inTree)) return yield* fail(new FileNotFound({ path }))
  const isWhole = startLine === undefined && endLine === undefined
  const maxBytes = isWhole ? maxReturnedBytes : maxReadBytes
  const found = yield* Effect.mapError(
    folder.git.content(repository.directory, `${commit}:${inTree}`, maxBytes),
    toHostError
  )
  if (found._tag === "Missing") {
    const isDamaged = yield* Effect.mapError(isListed(folder, repository, commit, inTree), toHostError)
    const damaged = new HostFailed({ detail: "The content of the file cannot be read; the repository is damaged." })
    return yield* fail(isDamaged ? damaged : new FileNotFound({ path }))
  }
  if (found._tag === "TooLarge") return yield* fail(new FileTooLarge({}))
  if (found.bytes.subarray(0, sniffedBytes).includes(0)) return yield* fail(new BinaryFile({}))
  const { content, returnedBytes } = cutLines(found.bytes, question)
  return returnedBytes > maxReturnedBytes && !isWhole ? yield* fail(new FileTooLarge({})) : { content }
})
