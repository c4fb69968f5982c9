import { Effect, Option } from "effect"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Random } from "../../../bench/verify/random.ts"
import { annotate } from "../../../src/writing/annotate/annotate.ts"
import { type CarryInto, carryInto, carryRewrites, restoreLostNotes } from "../../../src/rewrite/carry/carry.ts"
import { pull } from "../../../src/sharing/sync/pull.ts"
import { push } from "../../../src/sharing/sync/push.ts"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { minimalNote } from "../notes.ts"
import { rewritten } from "../operations/code.ts"
import { type Clone, expectOn, files, learn, notesRef, takeRewrites, within, type World } from "./World.ts"

/** Something that happens in a clone; nothing, where it cannot. */
export type Action = (world: World, clone: Clone, random: Random) => Effect.Effect<void>

const remote = Option.some("origin")
const theirs = ["-X", "theirs"]

const lines = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => line !== "")

/** Commits of a range with one parent, newest first; none where there is no such range. */
const listed = ({ repository }: Clone, ...range: ReadonlyArray<string>) =>
  Effect.map(repository.tryGit(["rev-list", "--min-parents=1", "--max-parents=1", ...range]), ({ exitCode, stdout }) =>
    exitCode === 0 ? lines(stdout.toString()) : []
  )

const pickOther = (world: World, clone: Clone, random: Random): string =>
  `origin/${random.pick(world.clones.filter(({ name }) => name !== clone.name))?.name ?? ""}`

const pickFunction = (random: Random): readonly [file: string, name: string] => {
  const [file, names] = random.pick(Object.entries(files)) ?? ["", []]
  return [file, random.pick(names) ?? ""]
}

/** Gives some function another body, in the work tree and the index. */
const edit = Effect.fnUntraced(function* ({ repository }: Clone, random: Random) {
  const [file, name] = pickFunction(random)
  const source = yield* Effect.promise(() => readFile(join(repository.directory, file), "utf8"))
  yield* repository.write(file, rewritten(source, name, `variant${random.below(1_000_000)}`))
  yield* repository.git(["add", "--all"])
})

/** Says something new of a function that a commit changed, as an agent would. */
const say = Effect.fnUntraced(function* (world: World, clone: Clone, commit: string, random: Random) {
  const changed = yield* clone.repository.git(["diff-tree", "--root", "-r", "--no-commit-id", "--name-only", commit])
  const file = random.pick(lines(changed).filter((path) => path in files))
  if (file === undefined) return
  world.count += 1
  const text = `said#${world.count}.`
  // Often the same function again, so that texts take the place of others.
  const anchor = random.below(2) === 0 ? files[file]?.[0] : random.pick(files[file] ?? [])
  const regions = [{ file, anchor, intent: text }]
  yield* within(clone, annotate({ given: { summary: `On ${text}`, regions }, commit }))
  expectOn(clone.said, commit, [text])
})

/** Brings notes along as the hook after a rewriting does, twice: the second time must change nothing. */
const carry = Effect.fnUntraced(function* (clone: Clone, kind: "amend" | "rebase") {
  const pairs = yield* takeRewrites(clone)
  yield* within(clone, carryRewrites(pairs, kind))
  const again = yield* within(clone, carryRewrites(pairs, kind))
  if (again.written.length > 0) {
    return yield* Effect.die(new Error(`carrying twice wrote again: ${again.written.join(" ")}`))
  }
  for (const { from, to } of pairs) expectOn(clone.said, to, clone.said.get(from) ?? [])
})

const carryFrom = Effect.fnUntraced(function* (clone: Clone, kind: CarryInto["kind"], sources: ReadonlyArray<string>) {
  const commit = yield* clone.repository.id("HEAD")
  yield* within(clone, carryInto(commit, { kind, sources: sources.map((id) => ObjectId.make(id)) }))
  if (kind === "revert") return
  for (const source of sources) expectOn(clone.said, commit, clone.said.get(source) ?? [])
})

/** Runs a command of git that may stop; then it is given up. True where it went through. */
const orAbort = Effect.fnUntraced(function* ({ repository }: Clone, args: ReadonlyArray<string>, abort: string) {
  const { exitCode } = yield* repository.tryGit(args, { env: { GIT_EDITOR: "true" } })
  if (exitCode !== 0) {
    yield* repository.tryGit([abort, "--abort"])
    yield* repository.git(["reset", "--quiet", "--hard"])
  }
  return exitCode === 0
})

const commit: Action = Effect.fnUntraced(function* (world, clone, random) {
  yield* edit(clone, random)
  yield* clone.repository.git(["commit", "--quiet", "--allow-empty", "-m", `Change ${random.below(1_000_000)}`])
  if (random.below(4) > 0) yield* say(world, clone, yield* clone.repository.id("HEAD"), random)
})

/** Of a commit of one's own, or of another's that was fetched: then both may say something of it at once. */
const sayMore: Action = Effect.fnUntraced(function* (world, clone, random) {
  const tip = random.below(2) === 0 ? "HEAD" : pickOther(world, clone, random)
  const chosen = random.pick(yield* listed(clone, "--max-count=3", tip))
  if (chosen !== undefined) yield* say(world, clone, chosen, random)
})

const amend: Action = Effect.fnUntraced(function* (world, clone, random) {
  if (random.below(2) === 0) yield* edit(clone, random)
  const message = `Amend ${random.below(1_000_000)}`
  yield* clone.repository.git(["commit", "--quiet", "--amend", "--allow-empty", "-m", message])
  yield* carry(clone, "amend")
  if (random.below(3) === 0) yield* say(world, clone, yield* clone.repository.id("HEAD"), random)
})

const commands = ["pick", "pick", "pick", "squash", "fixup", "fixup -C", "drop"]

/** Some of the last commits in another order, joined, left out. */
const rebase: Action = Effect.fnUntraced(function* (_, clone, random) {
  const last = (yield* listed(clone, "--max-count=6", "HEAD")).slice(0, 2 + random.below(4))
  const oldest = last.at(-1) ?? ""
  const base = yield* clone.repository.tryGit(["rev-parse", "--verify", "--quiet", `${oldest}^`])
  if (base.exitCode !== 0) return
  const picks = lines(yield* clone.repository.git(["rev-list", "--reverse", "--no-merges", `${oldest}^..HEAD`]))
  const ordered = random.below(3) === 0 ? picks.toReversed() : picks
  const todo = ordered.map((id, at) => `${at === 0 ? "pick" : (random.pick(commands) ?? "pick")} ${id}\n`).join("")
  const list = join(clone.repository.directory, ".git", "list")
  yield* clone.repository.write(".git/list", todo)
  const editor = `sequence.editor=cp '${list}'`
  const args = ["-c", editor, "rebase", "--quiet", "--interactive", "--empty=keep", ...theirs, `${oldest}^`]
  if (yield* orAbort(clone, args, "rebase")) yield* carry(clone, "rebase")
})

const rebaseOnto: Action = Effect.fnUntraced(function* (world, clone, random) {
  const upstream = pickOther(world, clone, random)
  if (yield* orAbort(clone, ["rebase", "--quiet", "--empty=keep", ...theirs, upstream], "rebase")) {
    yield* carry(clone, "rebase")
  }
})

const cherryPick: Action = Effect.fnUntraced(function* (world, clone, random) {
  const source = random.pick(yield* listed(clone, "--max-count=6", `HEAD..${pickOther(world, clone, random)}`))
  if (source === undefined) return
  const args = ["cherry-pick", "--allow-empty", "--keep-redundant-commits", ...theirs, source]
  if (yield* orAbort(clone, args, "cherry-pick")) yield* carryFrom(clone, "cherry-pick", [source])
})

const revert: Action = Effect.fnUntraced(function* (_, clone, random) {
  const source = random.pick(yield* listed(clone, "--max-count=5", "HEAD"))
  if (source === undefined) return
  const args = ["revert", "--no-edit", ...theirs, source]
  if (yield* orAbort(clone, args, "revert")) yield* carryFrom(clone, "revert", [source])
})

const merge: Action = Effect.fnUntraced(function* (world, clone, random) {
  const other = pickOther(world, clone, random)
  yield* orAbort(clone, ["merge", "--quiet", "--no-edit", ...theirs, other], "merge")
})

const mergeSquash: Action = Effect.fnUntraced(function* (world, clone, random) {
  const other = pickOther(world, clone, random)
  const sources = (yield* listed(clone, `HEAD..${other}`)).toReversed()
  const { repository } = clone
  if (sources.length === 0) return
  const { exitCode } = yield* repository.tryGit(["merge", "--quiet", "--squash", ...theirs, other])
  if (exitCode !== 0) return yield* Effect.asVoid(repository.git(["reset", "--quiet", "--hard"]))
  yield* repository.git(["commit", "--quiet", "--allow-empty", "-m", `Squash ${other}`])
  yield* carryFrom(clone, "squash", sources)
})

const pushCode: Action = (_, { name, repository }) => repository.git(["push", "--quiet", "--force", "origin", name])

const fetchCode: Action = (_, { repository }) => repository.git(["fetch", "--quiet", "origin"])

/** Both directions: what the remote says is here, too. */
export const pullNotes: Action = Effect.fnUntraced(function* (world, clone) {
  yield* within(clone, pull({ remote }))
  learn(clone.said, world.said)
})

/** Afterwards the remote says what this clone says. */
export const pushNotes: Action = Effect.fnUntraced(function* (world, clone) {
  yield* within(clone, push({ remote }))
  learn(clone.said, world.said)
  learn(world.said, clone.said)
})

const carelessRef = "refs/notes/careless"

/**
 * A careless writer overwrites what others have written without seeing it; the program notices. Notes of commits
 * that are not here come back with the next pull.
 */
const careless: Action = Effect.fnUntraced(function* (world, clone, random) {
  const { repository } = clone
  const { exitCode } = yield* repository.tryGit(["rev-parse", "--verify", "--quiet", `${notesRef}~2`])
  if (exitCode !== 0) return
  const head = yield* repository.id("HEAD")
  world.count += 1
  const text = `said#${world.count}.`
  const note = JSON.stringify(minimalNote(head, { summary: text }))
  yield* repository.git(["update-ref", carelessRef, `${notesRef}~${1 + random.below(2)}`])
  yield* repository.git(["notes", `--ref=${carelessRef}`, "append", "-m", note, head])
  yield* repository.git(["update-ref", "-m", "notes: Notes added", notesRef, carelessRef])
  yield* within(clone, restoreLostNotes)
  yield* pullNotes(world, clone, random)
  expectOn(clone.said, head, [text])
})

/** Everything that can happen; what is listed twice happens twice as often. */
export const actions = {
  commit,
  sayMore,
  amend,
  rebase,
  rebaseOnto,
  cherryPick,
  revert,
  merge,
  mergeSquash,
  pushCode,
  fetchCode,
  pullNotes,
  pushNotes,
  careless
} as const

/** How often each happens among a hundred. */
export const frequencies: Readonly<Record<keyof typeof actions, number>> = {
  commit: 22,
  sayMore: 12,
  amend: 9,
  rebase: 9,
  rebaseOnto: 4,
  cherryPick: 5,
  revert: 3,
  merge: 3,
  mergeSquash: 4,
  pushCode: 6,
  fetchCode: 7,
  pullNotes: 6,
  pushNotes: 6,
  careless: 4
}
