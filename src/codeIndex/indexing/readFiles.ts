import { Array as Arrays, Effect, Result } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { ObjectId } from "../../domain/ObjectId.ts"
import { formatPath } from "../../adapters/git/parse/QuotedPath.ts"
import { detectLanguage } from "../../adapters/parser/detectLanguage.ts"
import { maxFileBytes } from "../../adapters/parser/limits.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import { type Extracted, withoutContent } from "../extracting/Extracted.ts"
import { blobId, readContent } from "../extracting/readContent.ts"
import type { Content } from "../extracting/threadRequests.ts"
import { type BlobKey, findBlob } from "../store/blobs.ts"
import { absolute, type ListedFile } from "../views/listWorkTree.ts"
import type { Project } from "./project.ts"

/** A file with the content it has now, which is known already, still to be extracted, or not read. */
export interface ReadFile {
  readonly path: string
  readonly stamp: string
  readonly key: BlobKey
  readonly content?: Content
  readonly extracted?: Extracted
  /** What is to be kept of it. */
  readonly kept?: Uint8Array
}

/** What reading a file gives. */
type Outcome =
  | { readonly _tag: "Read"; readonly bytes: Uint8Array }
  | { readonly _tag: "Large"; readonly bytes: number }
  | { readonly _tag: "Failed"; readonly detail: string }

/** Makes the key of a content that is not read, from the only thing that is known of it. */
const keyOf = (text: string, extractor: string): BlobKey => ({
  oid: blobId(Buffer.from(text), "sha1"),
  language: "",
  extractor
})

const readFromFolder = Effect.fnUntraced(function* (root: string, { path, size }: ListedFile) {
  if (size > maxFileBytes) return { _tag: "Large", bytes: size } satisfies Outcome
  const outcome: Outcome = Result.match(yield* Effect.result(readContent(absolute(root, path))), {
    onFailure: ({ detail }) => ({ _tag: "Failed", detail }),
    onSuccess: (bytes) => ({ _tag: "Read", bytes })
  })
  return outcome
})

/** Reads files of a commit, whose stamps are the ids of their blobs. */
const readFromCommit = Effect.fnUntraced(function* (files: ReadonlyArray<ListedFile>) {
  const ids = files.map(({ stamp }) => ObjectId.make(stamp))
  const contents = yield* (yield* Git).objects(ids, { maxBytes: maxFileBytes })
  return contents.map((content): Outcome => {
    if (content._tag === "TooLarge") return { _tag: "Large", bytes: content.size }
    if (content._tag === "Missing") return { _tag: "Failed", detail: "its object is not there" }
    return { _tag: "Read", bytes: content.bytes }
  })
})

const toReadFile = Effect.fnUntraced(function* (
  database: Database,
  { extractor, format, isCommit }: Project,
  { path, stamp }: ListedFile,
  outcome: Outcome
) {
  const base = { path: formatPath(path), stamp }
  if (outcome._tag === "Large") {
    const key = keyOf(`large ${outcome.bytes}`, extractor)
    const file: ReadFile = { ...base, key, extracted: withoutContent("skipped", "over 5 MiB") }
    return file
  }
  if (outcome._tag === "Failed") {
    const { detail } = outcome
    const extracted = withoutContent("failed", detail)
    const file: ReadFile = { ...base, stamp: "", key: keyOf(detail, extractor), extracted }
    return file
  }
  const { bytes } = outcome
  const language = detectLanguage(path, bytes)?.name ?? ""
  const key = { oid: blobId(bytes, format), language, extractor }
  const known = yield* Effect.fromResult(database.use((connection) => findBlob(connection, key)))
  const file: ReadFile = {
    ...base,
    key,
    ...(known === undefined ? { content: { language, bytes } } : {}),
    ...(isCommit ? { kept: bytes } : {})
  }
  return file
})

/** Reads listed files of a project, and finds which contents are indexed. */
export const readFiles = Effect.fnUntraced(function* (
  database: Database,
  project: Project,
  files: ReadonlyArray<ListedFile>
) {
  const outcomes = project.isCommit
    ? yield* readFromCommit(files)
    : yield* Effect.forEach(files, (file) => readFromFolder(project.root, file))
  return yield* Effect.forEach(Arrays.zip(files, outcomes), ([file, outcome]) =>
    toReadFile(database, project, file, outcome)
  )
})
