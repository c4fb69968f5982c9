import { Effect } from "effect"
import type { LineRange } from "../src/domain/LineRange.ts"
import { runGitChecked } from "../test/support/runGit.ts"
import { timeOf } from "./processes.ts"
import type { Subject } from "./Subject.ts"

/** Times `git blame` of a file, or of its lines `START:END`. */
export const blame = ({ directory }: Subject, path: string, lines?: string): Effect.Effect<number> => {
  const range = lines === undefined ? [] : [`-L${lines.replace(":", ",")}`]
  return timeOf(["git", "blame", "--porcelain", ...range, "--", path], directory)
}

/** Times `git log -L` of lines of HEAD. */
export const lineLog = ({ directory }: Subject, path: string, { end, start }: LineRange): Effect.Effect<number> =>
  timeOf(["git", "log", "--format=%H", `-L${start},${end}:${path}`, "HEAD", "--"], directory)

/** Lists the blobs of all notes, one per line. */
export const noteBlobs = Effect.fnUntraced(function* ({ directory }: Subject) {
  const listed = yield* runGitChecked(directory, ["notes", "--ref=refs/notes/ultragit", "list"])
  return `${listed.replaceAll(/ .*/g, "")}\n`
})

/** Times `git cat-file --batch` of these blobs. */
export const contents = ({ directory }: Subject, blobs: string): Effect.Effect<number> =>
  timeOf(["git", "cat-file", "--batch", "--buffer"], directory, blobs)

/** Times `git log --follow` of a file. */
export const followLog = ({ directory }: Subject, path: string): Effect.Effect<number> =>
  timeOf(["git", "log", "--follow", "--format=%H", "HEAD", "--", path], directory)
