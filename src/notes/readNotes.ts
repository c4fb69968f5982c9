import { Effect, Option, Result } from "effect"
import type { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../adapters/git/Git.ts"
import type { GitError } from "../adapters/git/GitError.ts"
import { decodeNote, maxNoteBytes, type Note, type NoteProblem } from "./format/decode.ts"
import { NotesError, NotesUnreadable } from "./NotesError.ts"

/** Problems of a note that exists but cannot be read. */
export const tooLarge = { field: "document", detail: `is larger than ${maxNoteBytes} bytes` }
export const gone = { field: "document", detail: "is not in this repository; fetch its blob with git" }

const damages: ReadonlySet<string> = new Set(["CommandFailed", "ObjectMissing", "OutputTooLarge"])

/** Whether git failed because objects in the repository are missing or damaged. */
export const isDamage = (error: GitError): boolean => damages.has(error.reason._tag)

/** Maps damage found while reading a notes commit to `NotesUnreadable`. */
export const asNotesError = (ref: string) =>
  Effect.mapError((error: GitError): GitError | NotesError =>
    isDamage(error) ? new NotesError({ reason: new NotesUnreadable({ ref, detail: error.message }) }) : error
  )

/** The current note of a commit, and its bytes if they could be read. */
interface NoteWithBytes {
  readonly note: Result.Result<Note, NoteProblem>
  readonly bytes: Uint8Array | undefined
}

/** Reads the notes of these commits from a notes commit, without listing its tree. */
export const readNotesWithBytes = Effect.fnUntraced(function* (
  { ref, tip }: { readonly ref: string; readonly tip: Option.Option<ObjectId> },
  commits: ReadonlyArray<ObjectId>
) {
  const git = yield* Git
  if (Option.isNone(tip) || commits.length === 0) return new Map<ObjectId, NoteWithBytes>()
  const blobs = [...(yield* git.noteBlobs(tip.value, commits).pipe(asNotesError(ref)))]
  const contents = yield* git.objects(
    blobs.map(([, blob]) => blob),
    { maxBytes: maxNoteBytes }
  )
  return new Map(
    blobs.map(([commit], index): readonly [ObjectId, NoteWithBytes] => {
      const content = contents[index]
      if (content?._tag === "Found") {
        return [commit, { note: decodeNote(commit, content.bytes), bytes: content.bytes }]
      }
      const problem = content?._tag === "TooLarge" ? tooLarge : gone
      return [commit, { note: Result.fail({ commit, ...problem }), bytes: undefined }]
    })
  )
})
