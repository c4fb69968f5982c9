import { Effect, Option, Result } from "effect"
import { Settings } from "../../config/Settings.ts"
import { type ConfigEntry, Git } from "../../adapters/git/Git.ts"
import { isSetToFalse } from "../../adapters/git/read/ConfigReads.ts"
import { Notes } from "../../notes/Notes.ts"
import { formatCount } from "../../domain/Text.ts"
import { type Check, pass, warn } from "./Check.ts"
import { isWithoutWorkTrees } from "../../rewrite/hooks/isWithoutWorkTrees.ts"
import { isRefCovered, rewriteRefKey } from "../init/config.ts"
import { quietGlob } from "../init/refPattern.ts"

/** How many notes the doctor decodes. */
const maxDecoded = 5000

/** Checks that the notes are valid annotations. */
export const noteChecks = Effect.gen(function* () {
  const git = yield* Git
  const notes = yield* Notes
  const snapshot = yield* notes.snapshot
  if (Option.isNone(snapshot.tip)) return [pass("notes", `No notes yet in ${snapshot.ref}.`)]
  const entries = yield* git.notes(snapshot.tip.value)
  const read = yield* notes.read(
    snapshot,
    entries.slice(0, maxDecoded).map(({ commit }) => commit)
  )
  const broken = [...read.values()].flatMap((note) => (Result.isFailure(note) ? [note.failure] : []))
  const [first] = broken
  if (first === undefined)
    return [pass("notes", `${formatCount(entries.length, "note")} in ${snapshot.ref}, no invalid annotations.`)]
  const message = `${broken.length} of ${read.size} notes in ${snapshot.ref} are not valid annotations, first on ${first.commit.slice(0, 12)}: ${first.field} ${first.detail}.`
  return [warn("notes", message, `git notes --ref ${snapshot.ref} show ${first.commit}`)]
})

const dropping = new Set(["ignore", "overwrite"])

const optionOf: Partial<Record<ConfigEntry["scope"], string>> = {
  system: "--system ",
  global: "--global ",
  worktree: "--worktree "
}

/** Warns of configuration values that make git print a warning at each rewrite or log until the first note exists. */
const noisyChecks = Effect.fnUntraced(function* (ref: string) {
  const git = yield* Git
  if (Option.isSome(yield* git.resolveRef(ref))) return []
  const noisy = (yield* git.config).filter(
    ({ key, value }) => ["notes.rewriteref", "notes.displayref"].includes(key.toLowerCase()) && value === ref
  )
  return noisy.map(({ key, origin, scope }) => {
    const name = key.toLowerCase() === "notes.displayref" ? "notes.displayRef" : rewriteRefKey
    const message = `${name} = ${ref} (${origin}): git prints a warning until the first note exists.`
    const replace = `git config ${optionOf[scope] ?? ""}--fixed-value --replace-all ${name} '${quietGlob(ref)}' ${ref}`
    return warn(name, message, scope === "local" && name === rewriteRefKey ? "ultragit init" : replace)
  })
})

/** Checks whether git itself copies notes when it rewrites commits. */
export const rewriteChecks = Effect.gen(function* () {
  const config = yield* (yield* Git).config
  const { noteRef } = yield* (yield* Settings).values
  const mode = config.findLast((entry) => entry.key === "notes.rewritemode")
  const off = ["notes.rewrite.amend", "notes.rewrite.rebase"].filter((key) => isSetToFalse(config, key))
  const checks: ReadonlyArray<Check> = [
    (yield* isRefCovered(noteRef))
      ? pass("notes.rewriteRef", `git copies ${noteRef} when it rewrites commits.`)
      : (yield* isWithoutWorkTrees)
        ? pass("notes.rewriteRef", "No commits are rewritten in a bare repository.")
        : warn(
            "notes.rewriteRef",
            `git does not copy ${noteRef} when it rewrites commits.`,
            `git config --add ${rewriteRefKey} '${quietGlob(noteRef)}'`
          ),
    ...(mode !== undefined && dropping.has(mode.value)
      ? [
          warn(
            "notes.rewriteMode",
            `${mode.value} (${mode.origin}) drops notes when commits are squashed.`,
            "git config notes.rewriteMode concatenate"
          )
        ]
      : []),
    ...(yield* noisyChecks(noteRef)),
    ...off.map((key) => warn(key, `git does not copy notes: ${key} is off.`, `git config ${key} true`))
  ]
  return checks
})
