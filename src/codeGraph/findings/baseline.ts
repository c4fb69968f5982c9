import { join } from "node:path"
import { ByteSize, Effect, FileSystem, Option, Schema } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { replaceFile } from "../../adapters/git/RegularFile.ts"
import { describeFileProblem } from "../../domain/FileProblem.ts"
import type { Finding } from "../model/answers.ts"
import { BaselineUnreadable, BaselineUnwritable, GraphError } from "../model/GraphError.ts"

/** Name of the file that lists known findings, in the root of the work tree. */
export const baselineName = ".ultragit-baseline.json"

const maxBytes = 8 * 1024 * 1024

const Baseline = Schema.Struct({
  version: Schema.Literal(1),
  findings: Schema.Array(Schema.Struct({ id: Schema.String, detector: Schema.String, file: Schema.String }))
})

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Baseline))

const fail = (detail: string) =>
  Effect.fail(new GraphError({ reason: new BaselineUnreadable({ file: baselineName, detail }) }))

const readIds = (text: string) =>
  decode(text).pipe(
    Effect.map(({ findings }) => new Set(findings.map(({ id }) => id))),
    Effect.catch(() => fail("it is not a list of findings in JSON"))
  )

const readFromFolder = Effect.fnUntraced(function* (root: string) {
  const fs = yield* FileSystem.FileSystem
  const file = join(root, baselineName)
  const isLink = yield* Effect.isSuccess(fs.readLink(file))
  if (isLink) return yield* fail("it is a symbolic link")
  const info = yield* Effect.option(fs.stat(file))
  if (Option.isNone(info)) return Option.none()
  if (info.value.type !== "File") return yield* fail("it is not a regular file")
  if (info.value.size > ByteSize.bytes(maxBytes)) return yield* fail(`it is larger than ${maxBytes} bytes`)
  const text = yield* fs.readFileString(file).pipe(Effect.catch(({ reason }) => fail(reason.message)))
  return Option.some(text)
})

const readFromHead = Effect.gen(function* () {
  const git = yield* Git
  const head = yield* git.resolveCommit("HEAD")
  const entry = yield* git.entry(head, baselineName)
  if (Option.isNone(entry)) return Option.none()
  if (entry.value.kind !== "file" && entry.value.kind !== "executable") return yield* fail("it is not a regular file")
  const [content] = yield* git.objects([entry.value.id], { maxBytes })
  if (content?._tag === "TooLarge") return yield* fail(`it is larger than ${maxBytes} bytes`)
  if (content?._tag !== "Found") return yield* fail("its object is not there")
  return Option.some(Buffer.from(content.bytes).toString("utf8"))
}).pipe(Effect.catchReason("GitError", "UnbornHead", () => Effect.succeedNone))

/**
 * Reads the ids of the findings that the project knows of, from the work tree, or from HEAD without one; none if there is no such
 * file. The file is untrusted: only a regular file of at most 8 MiB is read. Fails with `BaselineUnreadable`.
 */
export const readBaseline = Effect.fn("CodeGraph.readBaseline")(function* () {
  const { workTree } = yield* (yield* Git).repository
  const text = yield* Option.match(workTree, { onNone: () => readFromHead, onSome: readFromFolder })
  return yield* Option.match(text, { onNone: () => Effect.succeed(new Set<string>()), onSome: readIds })
})

const failToWrite = (detail: string) =>
  new GraphError({ reason: new BaselineUnwritable({ file: baselineName, detail }) })

/** Writes the baseline: these findings are known from now on. Fails with `BaselineUnwritable`. */
export const writeBaseline = Effect.fn("CodeGraph.writeBaseline")(function* (findings: ReadonlyArray<Finding>) {
  const { workTree } = yield* (yield* Git).repository
  if (Option.isNone(workTree)) return yield* failToWrite("the repository has no work tree")
  const sorted = findings
    .map(({ detector, file, id }) => ({ id, detector, file }))
    .toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.id < b.id ? -1 : 1))
  const text = `${JSON.stringify({ version: 1, findings: sorted }, null, 2)}\n`
  yield* replaceFile(join(workTree.value, baselineName), text).pipe(
    Effect.mapError((error) => failToWrite(describeFileProblem(error)))
  )
})
