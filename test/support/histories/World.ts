import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Random } from "../../../bench/verify/random.ts"
import { rewritten, sourceOf } from "../operations/code.ts"
import { type Keeping, type Place, placeOf } from "../operations/Place.ts"
import { type Statement, statement } from "../operations/story.ts"
import { makeRepository } from "../TemporaryRepository.ts"

/** One function as some commit wrote it, and what was said of it. No other has the same text. */
export interface Said extends Statement {
  readonly variant: string
}

/** A repository with one history, made at random. */
export interface World {
  readonly place: Place
  readonly random: Random
  /** Everything that was said, in order. */
  readonly said: Array<Said>
  /** Intents whose code may have been replaced by a rewrite that keeps the note. */
  readonly replaced: Set<string>
  /** Branches made so far. */
  readonly topics: Array<string>
  /** Variants and functions made so far. */
  count: number
  /** Seconds since 1970 of the last git command. */
  time: number
}

const files: Readonly<Record<string, string>> = {
  "src/one.ts": sourceOf(["open", "close", "seek"], "first"),
  "src/two.ts": sourceOf(["read", "write", "flush"], "first"),
  "src/three.ts": sourceOf(["lock", "wait", "wake"], "first")
}

/** Three files of which nothing was said yet, looked after by a keeper. */
export const makeWorld = Effect.fnUntraced(function* (random: Random, keeping: Keeping) {
  const repository = yield* makeRepository({ config: { "ultragit.maxResults": "1000" } })
  yield* repository.commit("Begin", { files })
  const place = yield* placeOf({ repository, idOf: () => "HEAD" }, keeping)
  yield* keeping.setUp(repository)
  const world: World = {
    place,
    random,
    said: [],
    replaced: new Set(),
    topics: [],
    count: 0,
    time: repository.lastDate()
  }
  return world
})

/** True in so many of a hundred cases. */
export const perhaps = ({ random }: World, percent: number): boolean => random.below(100) < percent

const dated = (world: World): Readonly<Record<string, string>> => {
  world.time += 60
  return { GIT_AUTHOR_DATE: `${world.time} +0000`, GIT_COMMITTER_DATE: `${world.time} +0000` }
}

/** Runs git a minute later than the last time; a failure is a defect. */
export const git = (world: World, ...args: ReadonlyArray<string>) => world.place.git(args, dated(world))

/** The same where it may fail, as on a conflict: whether it did not. */
export const tryGit = Effect.fnUntraced(function* (
  world: World,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
) {
  const quiet = { CI: "1", GIT_EDITOR: "true", GIT_SEQUENCE_EDITOR: "true", GIT_MERGE_AUTOEDIT: "no" }
  const { exitCode } = yield* world.place.repository.tryGit(args, { env: { ...quiet, ...dated(world), ...env } })
  return exitCode === 0
})

/** The lines that git prints. */
export const linesOf = (world: World, ...args: ReadonlyArray<string>) =>
  Effect.map(git(world, ...args), (text) => text.split("\n").filter((line) => line !== ""))

/** The commit so many first parents below HEAD, or the lowest that has a parent itself. */
export const below = Effect.fnUntraced(function* (world: World, depth: number) {
  const chain = yield* linesOf(world, "rev-list", "--first-parent", `--max-count=${depth + 1}`, "HEAD")
  return chain.at(-1) ?? "HEAD"
})

const namesIn = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(/^export function (\w+)/gm)].flatMap(([, name]) => name ?? [])

/** Puts a new function behind another one. */
const withFunction = (source: string, after: string, name: string, variant: string): string => {
  const mark = `// ${after} ends, 4\n\n`
  return source.replace(mark, () => `${mark}${sourceOf([name], variant)}`)
}

/** Gives a random function of the work tree a text that none had before, or adds one; what may be said of it. */
export const change = Effect.fnUntraced(function* (world: World) {
  const { place, random } = world
  const file = random.pick(yield* linesOf(world, "ls-files", "src"))
  if (file === undefined) return []
  const source = yield* Effect.promise(() => readFile(join(place.directory, file), "utf8"))
  const anchor = random.pick(namesIn(source))
  if (anchor === undefined) return []
  world.count += 1
  const variant = `v${world.count}`
  const isNew = perhaps(world, 30)
  const name = isNew ? `made${world.count}` : anchor
  const text = isNew ? withFunction(source, anchor, name, variant) : rewritten(source, name, variant)
  yield* place.repository.write(file, text)
  const said: Said = { ...statement(file, name, variant), variant }
  return [said]
})

/** Says something of HEAD's code. */
export const say = Effect.fnUntraced(function* (world: World, said: ReadonlyArray<Said>) {
  if (said.length === 0) return
  yield* world.place.say(yield* world.place.repository.id("HEAD"), said)
  world.said.push(...said)
})

/** A commit of one or two changes; four in five are annotated. */
export const commitChange = Effect.fnUntraced(function* (world: World) {
  const first = yield* change(world)
  const second = perhaps(world, 25) ? yield* change(world) : []
  const made = [...first, ...second].filter(
    (each, at, all) => !all.slice(at + 1).some(({ anchor, file }) => anchor === each.anchor && file === each.file)
  )
  if (made.length === 0) return
  yield* git(world, "commit", "--quiet", "--all", "-m", `Make ${made.map(({ variant }) => variant).join(" and ")}`)
  if (perhaps(world, 80)) yield* say(world, made)
})

/** A branch off the history that is left again after some commits; its name and where it begins. */
export const makeTopic = Effect.fnUntraced(function* (world: World, commits: number) {
  const base = yield* below(world, world.random.below(3))
  const name = `topic${world.topics.length}`
  yield* git(world, "switch", "--quiet", "--create", name, base)
  for (let made = 0; made < commits; made += 1) yield* commitChange(world)
  yield* git(world, "switch", "--quiet", "main")
  world.topics.push(name)
  return { name, base }
})

/** Whether the work tree has changes of tracked files. */
export const isDirty = (world: World) =>
  Effect.map(linesOf(world, "status", "--porcelain", "--untracked-files=no"), (lines) => lines.length > 0)

/** Takes everything back that is not committed. */
export const discard = (world: World) => git(world, "reset", "--quiet", "--hard")

/** Commits what the index and the work tree have, if that is anything. */
export const commitAll = Effect.fnUntraced(function* (world: World, ...args: ReadonlyArray<string>) {
  yield* git(world, "add", "--all")
  if (yield* isDirty(world)) yield* git(world, "commit", "--quiet", ...args)
})

/** Discards operations in progress and uncommitted changes. */
export const tidy = Effect.fnUntraced(function* (world: World) {
  if (yield* isDirty(world)) yield* discard(world)
  if (yield* tryGit(world, ["switch", "--quiet", "main"])) return
  for (const command of ["cherry-pick", "revert"]) yield* tryGit(world, [command, "--quit"])
  yield* discard(world)
  yield* git(world, "switch", "--quiet", "main")
})
