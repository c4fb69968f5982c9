import { Effect, Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import { type BatchAnswer, makeBatchParser } from "../batch/BatchParser.ts"
import type { BatchProcess } from "../batch/BatchProcess.ts"
import type { TreeEntry } from "../TreeEntry.ts"
import { decodePath, encodePath } from "../parse/PathBytes.ts"
import { makeRecordReader } from "../parse/Records.ts"
import { makeTextReader } from "../parse/TextReader.ts"
import { parseMode, parseTreeRecord } from "../parse/TreeParser.ts"
import type { GitError } from "../GitError.ts"
import { statOrUndefined } from "../process/FileFingerprint.ts"
import type { GitCall, GitRunner } from "../process/GitRunner.ts"
import { bareCall } from "./bareCall.ts"
import type { Child, Content, NamedCommit } from "./BareAnswers.ts"
import type { ContentSource, ReadBy } from "./contentProcesses.ts"
import type { BareCommit, BareFile, Gathering } from "./gathering.ts"
import { lookupNames } from "./revisions.ts"

const toLines = (names: ReadonlyArray<string>): Uint8Array =>
  Buffer.concat(names.flatMap((name) => [encodePath(name), Buffer.from("\n")]))

/** Reads what a batch process says of names, without contents. */
const check = Effect.fnUntraced(function* (runner: GitRunner, directory: string, names: ReadonlyArray<string>) {
  const { stdout } = yield* runner.collect(
    bareCall(directory, "cat-file", ["--batch-check"], { stdin: toLines(names) })
  )
  return stdout.toString("latin1").split("\n")
})

const commitPattern = /^([0-9a-f]{40}|[0-9a-f]{64}) (commit|tag) \d+$/

const toId = (answer: string | undefined): ReadonlyArray<ObjectId> => {
  const id = commitPattern.exec(answer ?? "")?.[1]
  return id === undefined ? [] : [ObjectId.make(id)]
}

/** The first is what the revision itself names; the others are commits with longer ids, of which only one may exist. */
const chooseNamed = ([first, ...longer]: ReadonlyArray<NamedCommit | undefined>): Option.Option<NamedCommit> => {
  if (first !== undefined) return Option.some(first)
  const [only, ...others] = longer.flatMap((each) => each ?? [])
  return only === undefined || others.length > 0 ? Option.none() : Option.some(only)
}

/** {@link BareGit.resolve}. One process for all. */
export const resolve = Effect.fnUntraced(function* (
  runner: GitRunner,
  directory: string,
  revisions: ReadonlyArray<string>
) {
  const asked = revisions.map(lookupNames)
  const names = asked.flat()
  if (names.length === 0) return revisions.map((): Option.Option<NamedCommit> => Option.none())
  const answers = yield* check(
    runner,
    directory,
    names.flatMap((name) => [name, `${name}^{commit}`])
  )
  const found = names.map((_, at): NamedCommit | undefined => {
    const [[object], [commit]] = [toId(answers[2 * at]), toId(answers[2 * at + 1])]
    return object === undefined || commit === undefined ? undefined : { object, commit }
  })
  return asked.map((tried) => chooseNamed(found.splice(0, tried.length)))
})

/** {@link BareGit.files}. */
export const files = Effect.fnUntraced(function* (runner: GitRunner, directory: string, revision: string) {
  const found: Array<TreeEntry> = []
  const reader = makeTextReader((record) => {
    const entry = Option.getOrUndefined(parseTreeRecord(record))
    if (entry === undefined) return false
    found.push(entry)
  })
  yield* runner.stream(bareCall(directory, "ls-tree", ["-r", "-z", "--full-tree", revision]), reader)
  return found
})

const childPattern = /^(\d{6}) [a-z]+ ([0-9a-f]{40}|[0-9a-f]{64}) +(\d+|-|BAD)\t/

const parseChild = (record: Buffer): Option.Option<Child> => {
  const tab = record.indexOf(9)
  const found = childPattern.exec(record.toString("latin1", 0, tab + 1))
  if (found === null) return Option.none()
  const [, mode = "", id = "", size = "-"] = found
  return Option.some({
    path: decodePath(record.subarray(tab + 1)),
    kind: parseMode(mode),
    id: ObjectId.make(id),
    size: /^\d/.test(size) ? Number(size) : undefined
  })
}

/** {@link BareGit.children}. */
export const children = Effect.fnUntraced(function* (
  runner: GitRunner,
  directory: string,
  commit: ObjectId,
  path: string
) {
  if (path.includes("\n")) return Option.none<ReadonlyArray<Child>>()
  const [answer = ""] = yield* check(runner, directory, [path === "" ? `${commit}^{tree}` : `${commit}:${path}`])
  const tree = /^([0-9a-f]{40}|[0-9a-f]{64}) tree \d+$/.exec(answer)?.[1]
  if (tree === undefined) return Option.none<ReadonlyArray<Child>>()
  const found: Array<Child> = []
  const reader = makeRecordReader(0, (record) => {
    const child = Option.getOrUndefined(parseChild(record))
    if (child === undefined) return false
    found.push(child)
  })
  yield* runner.stream(bareCall(directory, "ls-tree", ["-l", "-z", "--full-tree", tree]), reader)
  return Option.some<ReadonlyArray<Child>>(found)
})

const missing: Content = { _tag: "Missing" }

const toContent = (answer: BatchAnswer): Content => {
  if (answer._tag !== "Found") return answer
  return answer.type === "blob" ? { _tag: "Found", bytes: answer.bytes } : { _tag: "Missing" }
}

const isLine = (name: string): boolean => !/[\n\0]/.test(name)

const askProcess = Effect.fnUntraced(function* (process: BatchProcess, names: ReadonlyArray<string>, maxBytes: number) {
  const answers = yield* process.request(names.filter(isLine).map(encodePath), maxBytes)
  let next = 0
  return names.map((name): Content => {
    const answer = isLine(name) ? answers[next++] : undefined
    return answer === undefined ? missing : toContent(answer)
  })
})

/** Identifies a repository: another may take its place. */
const identify = (directory: string): string => {
  const status = statOrUndefined(directory)
  return `${directory}\0${status?.dev ?? ""} ${status?.ino ?? ""}`
}

/** {@link BareGit.content}. */
export const content = (
  readBy: ReadBy,
  directory: string,
  name: string,
  maxBytes: number
): Effect.Effect<Content, GitError> => {
  const source = { key: identify(directory), call: bareCall(directory, "cat-file", ["--batch"]) }
  return Effect.map(
    readBy(source, (process) => askProcess(process, [name], maxBytes)),
    ([found = missing]) => found
  )
}

/** Makes a reader of what `cat-file --batch` answers. */
const makeContentReader = (maxBytes: number, take: (content: Content) => void) => {
  const parser = makeBatchParser({
    withContents: () => true,
    maxBytes: () => maxBytes,
    answer: (answer) => take(toContent(answer)),
    maxSkipBytes: Number.POSITIVE_INFINITY,
    abandon: () => {}
  })
  return {
    push: (chunk: Uint8Array) => parser.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)),
    end: () => {}
  }
}

/** Reads blobs by a call of `cat-file --batch` without its input. */
const readContents = Effect.fnUntraced(function* (
  runner: GitRunner,
  names: ReadonlyArray<string>,
  maxBytes: number,
  call: (stdin: Uint8Array) => GitCall
) {
  const found: Array<Content> = []
  const reader = makeContentReader(maxBytes, (each) => found.push(each))
  yield* runner.stream(call(toLines(names.map((name) => (isLine(name) ? name : "")))), reader)
  return found
})

/** {@link BareGit.contents}. */
export const contents = (
  runner: GitRunner,
  directory: string,
  names: ReadonlyArray<string>,
  maxBytes: number
): Effect.Effect<ReadonlyArray<Content>, GitError> =>
  names.length === 0
    ? Effect.succeed([])
    : readContents(runner, names, maxBytes, (stdin) => bareCall(directory, "cat-file", ["--batch"], { stdin }))

const findSource = (gather: Gathering, repositories: ReadonlyArray<BareCommit>): Option.Option<ContentSource> =>
  Option.map(gather(repositories, "cat-file", ["--batch"]), (call) => ({
    key: JSON.stringify([call.args, call.env]),
    call
  }))

/** {@link BareGit.contentsOfMany}. */
export const contentsOfMany = Effect.fnUntraced(function* (
  readBy: ReadBy,
  gather: Gathering,
  asked: ReadonlyArray<BareFile>,
  { among, maxBytes }: { readonly maxBytes: number; readonly among: ReadonlyArray<BareCommit> }
) {
  const alike = among.filter(({ commit }) => commit.length === asked[0]?.commit.length)
  const source = Option.orElse(findSource(gather, [...alike, ...asked]), () => findSource(gather, asked))
  if (Option.isNone(source)) return Option.none<ReadonlyArray<Content>>()
  const names = asked.map(({ commit, path }) => `${commit}:${path}`)
  return Option.some(yield* readBy(source.value, (process) => askProcess(process, names, maxBytes)))
})

/** Which blobs to read. */
interface BlobQuestion {
  readonly ids: ReadonlyArray<string>
  readonly maxBytes: number
  readonly take: (id: string, content: Content) => void
}

/** {@link BareGit.blobs}. */
export const blobs = (
  runner: GitRunner,
  gather: Gathering,
  repositories: ReadonlyArray<BareCommit>,
  { ids, maxBytes, take }: BlobQuestion
): Effect.Effect<boolean, GitError> => {
  const [only, ...others] = repositories
  if (only === undefined || ids.length === 0) return Effect.succeed(true)
  const stdin = toLines(ids)
  const call =
    others.length === 0
      ? Option.some(bareCall(only.directory, "cat-file", ["--batch"], { stdin }))
      : gather(repositories, "cat-file", ["--batch"], { stdin })
  if (Option.isNone(call)) return Effect.succeed(false)
  let at = 0
  const reader = makeContentReader(maxBytes, (each) => {
    take(ids[at] ?? "", each)
    at += 1
  })
  return Effect.as(runner.stream(call.value, reader), true)
}
