import { type Context, Effect, Layer } from "effect"
import { readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { env } from "node:process"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { GitDirectory } from "../../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../../src/adapters/git/GitEnvironment.ts"
import { authoringLayer, platform } from "../../../src/Layers.ts"
import { sourceOf } from "../operations/code.ts"
import { isolation } from "../runGit.ts"
import { cloneRepository, makeRepository, type TemporaryRepository } from "../TemporaryRepository.ts"

/** Texts by the commit on whose note they must be. */
export type Sayings = Map<string, Set<string>>

type Services = Layer.Success<typeof authoringLayer> | Layer.Success<typeof platform>

/** One clone, and what its notes must say. */
export interface Clone {
  readonly name: string
  readonly repository: TemporaryRepository
  readonly services: Context.Context<Services>
  said: Sayings
}

/** Three clones of one remote, and what its notes must say. */
export interface World {
  readonly remote: TemporaryRepository
  readonly clones: ReadonlyArray<Clone>
  said: Sayings
  /** Texts said so far. */
  count: number
}

export const notesRef = "refs/notes/ultragit"

/** The files that everybody works on, and their functions. */
export const files: Readonly<Record<string, ReadonlyArray<string>>> = {
  "src/one.ts": ["open", "close", "seek"],
  "src/two.ts": ["read", "write", "flush"]
}

const servicesOf = (directory: string) =>
  Layer.build(
    Layer.merge(authoringLayer, platform).pipe(
      Layer.provide(Layer.succeed(GitDirectory, directory)),
      Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...isolation }))
    )
  )

/** Records the rewrites that git reports, for `takeRewrites`. */
const recordRewrites = '#!/bin/sh\ncat >>"$(git rev-parse --git-dir)/rewritten"\n'

const makeClone = Effect.fnUntraced(function* (remote: TemporaryRepository, name: string) {
  const repository = yield* cloneRepository(remote)
  yield* repository.write(".git/hooks/post-rewrite", recordRewrites, { executable: true })
  yield* repository.git(["config", "notes.rewriteRef", notesRef])
  yield* repository.git(["switch", "--quiet", "--create", name])
  const clone: Clone = { name, repository, services: yield* servicesOf(repository.directory), said: new Map() }
  return clone
})

/** A remote with one commit, and three clones of it, each with a branch of its own. */
export const makeWorld = Effect.gen(function* () {
  const remote = yield* makeRepository({ bare: true })
  const contents = Object.entries(files).map(([file, names]) => [file, sourceOf(names, "first")] as const)
  yield* remote.importHistory([{ message: "Begin", files: Object.fromEntries(contents) }])
  const clones = yield* Effect.forEach(["ada", "ben", "cyd"], (name) => makeClone(remote, name))
  const world: World = { remote, clones, said: new Map(), count: 0 }
  return world
})

/** Adds texts that the note of a commit must contain from now on. */
export const expectOn = (said: Sayings, commit: string, texts: Iterable<string>): void => {
  const all = new Set([...(said.get(commit) ?? []), ...texts])
  if (all.size > 0) said.set(commit, all)
}

/** Adds the expectations of another clone. */
export const learn = (said: Sayings, others: Sayings): void => {
  for (const [commit, texts] of others) expectOn(said, commit, texts)
}

/** Runs one of the program's effects in a clone; a failure is a defect. */
export const within = <A, E>(clone: Clone, effect: Effect.Effect<A, E, Services>): Effect.Effect<A> =>
  effect.pipe(Effect.provideContext(clone.services), Effect.orDie)

/** The pairs that git has reported since the last call. */
export const takeRewrites = Effect.fnUntraced(function* ({ repository }: Clone) {
  const file = join(repository.directory, ".git", "rewritten")
  const text = yield* Effect.promise(() => readFile(file, "utf8").catch(() => ""))
  yield* Effect.promise(() => rm(file, { force: true }))
  return text.split("\n").flatMap((line) => {
    const [from = "", to = ""] = line.split(" ")
    return from === "" ? [] : [{ from: ObjectId.make(from), to: ObjectId.make(to) }]
  })
})
