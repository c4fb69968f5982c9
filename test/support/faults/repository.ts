import { createHash } from "node:crypto"
import { chmodSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { env } from "node:process"
import { Clock, Effect, Layer, Record } from "effect"
import { TestClock } from "effect/testing"
import { Pipeline } from "../../../src/pipeline/questions/Pipeline.ts"
import type { Failure } from "../../../src/domain/Failure.ts"
import { GitDirectory } from "../../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../../src/adapters/git/GitEnvironment.ts"
import { pipelineLayer } from "../../../src/Layers.ts"
import { isolation } from "../runGit.ts"

interface Place {
  readonly directory: string
}

/**
 * Tells a story on one set of layers, as a server that lives on while things happen to its repository. It begins a minute
 * after the repository was made: what has only just changed is asked for again each time.
 */
export const living = <A, E, R>(
  { directory }: Place,
  environment: Readonly<Record<string, string>>,
  story: (pipeline: Pipeline["Service"]) => Effect.Effect<A, E, R>
) =>
  TestClock.withLive(Clock.currentTimeMillis).pipe(
    Effect.flatMap((now) => TestClock.setTime(now + 60_000)),
    Effect.andThen(Effect.flatMap(Pipeline, story)),
    Effect.provide(
      pipelineLayer.pipe(
        Layer.provide(Layer.succeed(GitDirectory, directory)),
        Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...isolation, ...environment }))
      ),
      { local: true }
    )
  )

const described = (path: string): string => {
  const info = lstatSync(path)
  if (info.isSymbolicLink()) return `link to ${readlinkSync(path)}`
  const mode = (info.mode & 0o7777).toString(8)
  if (!info.isFile()) return info.isDirectory() ? `folder ${mode}` : "neither file nor folder"
  return `file ${mode} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`
}

const below = (root: string, at: string, without: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> =>
  readdirSync(join(root, at))
    .map((name) => join(at, name))
    .filter((path) => !without.includes(path))
    .toSorted()
    .flatMap((path) => {
      const said = described(join(root, path))
      return [[path, said] as const, ...(said.startsWith("folder") ? below(root, path, without) : [])]
    })

/** Every path of a repository with its kind, mode and digest, but the program's own folder. */
export const listing = ({ directory }: Place): Effect.Effect<Readonly<Record<string, string>>> =>
  Effect.sync(() => Object.fromEntries(below(directory, "", [join(".git", "ultragit")])))

/** What a caller sees: the answer as text, or the text of a failure. A defect also fails the test. */
export type Outcome = { readonly answer: string } | { readonly failure: string }

export const outcomeOf = <A, E extends Failure, R>(asked: Effect.Effect<A, E, R>): Effect.Effect<Outcome, never, R> =>
  Effect.match(asked, {
    onFailure: ({ code, hint, message }): Outcome => ({ failure: `${code}: ${message} ${hint ?? ""}` }),
    onSuccess: (answer): Outcome => ({ answer: JSON.stringify(answer) })
  })

const questions = {
  "read pool": (at: Pipeline["Service"]) => outcomeOf(at.read({ path: "src/pool.ts" })),
  "deps pool": (at: Pipeline["Service"]) => outcomeOf(at.deps({ path: "src/pool.ts", anchor: "connect" })),
  "history pool": (at: Pipeline["Service"]) => outcomeOf(at.history({ path: "src/pool.ts", anchor: "connect" })),
  "summary pool": (at: Pipeline["Service"]) => outcomeOf(at.summary({ path: "src/pool.ts" })),
  "read app": (at: Pipeline["Service"]) => outcomeOf(at.read({ path: "src/app.ts" })),
  "summary all": (at: Pipeline["Service"]) => outcomeOf(at.summary({ path: "." }))
}

/** A question about the repository that `makePool` makes. */
export type QuestionName = keyof typeof questions

export const ask = (name: QuestionName, at: Pipeline["Service"]): Effect.Effect<Outcome> => questions[name](at)

/** All questions about the repository that `makePool` makes, asked at once. */
export const askAll = (at: Pipeline["Service"]): Effect.Effect<Readonly<Record<QuestionName, Outcome>>> =>
  Effect.all(
    Record.map(questions, (asked) => asked(at)),
    { concurrency: "unbounded" }
  )

/** Puts other bytes in a file's place, or none. */
export const damage = (file: string, change: (bytes: Buffer) => Buffer | undefined): Effect.Effect<void> =>
  Effect.sync(() => {
    const { mode } = lstatSync(file)
    const before = readFileSync(file)
    const after = change(Buffer.from(before))
    if (after === undefined) return rmSync(file)
    chmodSync(file, 0o644)
    writeFileSync(file, after)
    chmodSync(file, mode)
  })

export const gone = (): undefined => undefined
export const cutInHalf = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2))
export const emptied = (): Buffer => Buffer.alloc(0)
/** One byte is another. */
export const flippedAt =
  (place: (length: number) => number) =>
  (bytes: Buffer): Buffer => {
    const at = place(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ 0x55
    return bytes
  }
export const flipped = flippedAt((length) => Math.floor(length / 2))
