import { join } from "node:path"
import process from "node:process"
import { Effect, FileSystem } from "effect"
import { AnnotateError, InputUnusable } from "../../writing/context/AnnotateError.ts"
import { Environment } from "./Environment.ts"
import { readTextFile } from "./inputText.ts"

/** Whether a person is at the other end: both to read and to write. */
export const isInteractive = (): boolean => process.stdin.isTTY && process.stdout.isTTY

const fail = (detail: string) =>
  new AnnotateError({ reason: new InputUnusable({ detail, advice: "Set GIT_EDITOR, or name a file with --file." }) })

/** Has a person edit a text in git's editor, in a temporary file of this name that only they can read. */
export const editText = Effect.fn("Cli.editText")(
  function* (name: string, text: string) {
    const { findEditor, runEditor } = yield* Effect.promise(() => import("../../adapters/git/process/EditorRun.ts"))
    const env = yield* Environment
    const editor = yield* findEditor(env)
    if (editor === undefined) return yield* fail("Git names no editor.")
    const files = yield* FileSystem.FileSystem
    const file = join(yield* Effect.orDie(files.makeTempDirectoryScoped({ prefix: "ultragit-" })), name)
    yield* Effect.orDie(files.writeFileString(file, text, { mode: 0o600 }))
    if (!(yield* runEditor(editor, file, env))) return yield* fail(`The editor '${editor}' failed.`)
    return yield* readTextFile(file)
  },
  (edited) => Effect.scoped(edited)
)
