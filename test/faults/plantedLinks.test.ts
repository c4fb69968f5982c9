import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { cp } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  changed,
  isListed,
  type Kind,
  plantedFolders,
  plantFiles,
  plantFolders,
  stateOf,
  watchFolders
} from "../support/faults/plantedPaths.ts"
import { anthropicStream, makeModelServer } from "../support/ModelServer.ts"
import { oncePerFile } from "../support/oncePerFile.ts"
import { run } from "../support/program.ts"
import { runGit } from "../support/runGit.ts"
import { isLong, slow } from "../support/scale.ts"
import { makeFolder, makeRepository, repositoryAt } from "../support/TemporaryRepository.ts"

/** A repository that is set up and has notes and a remote, and what a reading of it kept. */
const original = oncePerFile(
  Effect.gen(function* () {
    const folder = yield* makeFolder
    yield* runGit(folder, ["init", "--quiet", "--bare", "remote"])
    const { directory } = yield* makeRepository()
    const repository = repositoryAt(directory)
    const first = yield* repository.commit("One", { files: { "one.ts": "export const one = () => 1\n" } })
    yield* repository.note(first, { commit: first, summary: "The first.", regions: [] })
    yield* repository.commit("Two", { files: { "one.ts": "export const one = () => 2\n" } })
    yield* repository.git(["remote", "add", "origin", "../remote"])
    yield* Effect.promise(() => cp(directory, join(folder, "repository"), { recursive: true }))
    yield* run(["init"], { cwd: join(folder, "repository") })
    return { folder, first }
  })
)

type Step = readonly [program: "ultragit" | "git", ...args: ReadonlyArray<string>]

/** Commands that write: one after the other they reach every path of the list. */
const steps: ReadonlyArray<Step> = [
  ["ultragit", "read", "one.ts"],
  ["ultragit", "history", "one.ts"],
  ["ultragit", "code", "search", "one"],
  ["ultragit", "context", "set", "--reason", "so"],
  ["git", "commit", "--quiet", "--allow-empty", "-m", "Three"],
  ["ultragit", "commit", "--quiet", "-am", "Four", "--reason", "why"],
  ["git", "rebase", "--quiet", "--force-rebase", "HEAD~1"],
  ["ultragit", "backfill", "--limit", "1"],
  ["ultragit", "hook", "run", "--retry", "--wait"],
  ["ultragit", "status"],
  ["ultragit", "doctor"],
  ["ultragit", "sync", "enable"],
  ["ultragit", "sync", "push"],
  ["ultragit", "uninstall"],
  ["ultragit", "init"]
]

/** Those of them that write most. */
const few = steps.filter(([, name]) => !["history", "rebase", "doctor", "sync"].includes(name ?? ""))

const more: ReadonlyArray<Step> = [
  ["ultragit", "summary", "one.ts"],
  ["ultragit", "deps", "one.ts"],
  ["ultragit", "context", "show"],
  ["ultragit", "context", "clear"],
  ["git", "commit", "--quiet", "--amend", "--allow-empty", "-m", "Five"],
  ["git", "revert", "--no-edit", "HEAD~1"],
  ["ultragit", "backfill", "--dry-run"],
  ["ultragit", "backfill", "--resume", "--limit", "1"],
  ["ultragit", "annotate", "--commit", "HEAD"],
  ["ultragit", "sync", "pull"],
  ["ultragit", "sync", "disable"]
]

/** Runs the commands in a copy of the repository; returns their outcomes. `before` gets the git directory. */
const use = Effect.fnUntraced(function* (
  all: ReadonlyArray<Step>,
  before: (at: { readonly gitDirectory: string; readonly victims: string; readonly first: string }) => void
) {
  const { first, folder: source } = yield* original
  const folder = yield* makeFolder
  yield* Effect.promise(() => cp(source, folder, { recursive: true }))
  const repository = repositoryAt(join(folder, "repository"))
  const [gitDirectory, victims] = [join(repository.directory, ".git"), join(folder, "victims")]
  mkdirSync(victims)
  const server = yield* makeModelServer(() => ({ pieces: [anthropicStream("I would rather not.")] }))
  const env = { CI: "1", ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: server.url, ULTRAGIT_LLM_MODEL: "m" }
  const outcomes: Array<{ readonly step: string; readonly exitCode: number; readonly said: string }> = []
  let expected: ReadonlyMap<string, string> = new Map()
  for (const step of all) {
    const [program, ...args] = step
    yield* repository.write("one.ts", `export const one = () => ${outcomes.length + 3}\n`)
    before({ gitDirectory, victims, first })
    expected = new Map([...stateOf(victims)].filter(([name]) => expected.get(name) === undefined).concat([...expected]))
    const { exitCode, stderr, stdout } =
      program === "git"
        ? yield* runGit(repository.directory, args, { env })
        : yield* run(args, { cwd: repository.directory, env })
    assert.deepStrictEqual(changed(expected, stateOf(victims)), [], step.join(" "))
    outcomes.push({ step: step.join(" "), exitCode, said: stderr.toString() + stdout.toString() })
  }
  return { gitDirectory, outcomes }
})

/** Says what is in the way and what to do, where it does not do what it was asked for. */
const isClear = ({ exitCode, said }: { readonly exitCode: number; readonly said: string }): boolean =>
  exitCode === 0 || /symbolic link|is not what ultragit keeps there|second name/.test(said) || !/\.git\//.test(said)

describe("a repository with links planted below its git directory", () => {
  it.live(
    "is tested at every path that the program writes",
    () =>
      Effect.gen(function* () {
        const folders = [".", "hooks", "ultragit", "ultragit/cache", "ultragit/queue", "ultragit/failed"]
        let watched: ReturnType<typeof watchFolders> | undefined
        const seen = new Set<string>()
        const { gitDirectory } = yield* use([...steps, ...(isLong ? more : [])], ({ gitDirectory: root }) => {
          watched?.seen.forEach((path) => seen.add(path))
          watched?.close()
          watched = watchFolders(root, folders)
          for (const path of stateOf(root).keys()) seen.add(path)
        })
        watched?.seen.forEach((path) => seen.add(path))
        watched?.close()
        for (const path of stateOf(gitDirectory).keys()) seen.add(path)
        const strange = [...seen].filter((path) => !isListed(path))
        assert.deepStrictEqual(strange, [])
        const expected = [
          "log",
          "pending",
          "worker.lock",
          "setup.json",
          "backfill.json",
          "cache/looked",
          "context.json"
        ]
        assert.deepStrictEqual(
          expected.filter((name) => !seen.has(`ultragit/${name}`)),
          []
        )
      }),
    slow
  )

  const kinds: ReadonlyArray<Kind> = isLong ? ["link", "dangling", "second name", "pipe"] : ["link", "pipe"]
  for (const kind of kinds) {
    it.live(
      `leaves alone what a ${kind} in place of a file leads to, and answers`,
      () =>
        Effect.gen(function* () {
          const { outcomes } = yield* use(
            isLong ? [...steps, ...more] : kind === "link" ? steps : few,
            ({ first, gitDirectory, victims }) => plantFiles(gitDirectory, victims, kind, first)
          )
          assert.deepStrictEqual(
            outcomes.filter((each) => !isClear(each)),
            []
          )
        }),
      slow
    )
  }

  it.effect("adds nothing to the target of a link in place of a rebase's list", () =>
    Effect.gen(function* () {
      const commit: Step = ["git", "commit", "--quiet", "--allow-empty", "-m", "Three"]
      yield* use([commit], ({ gitDirectory, victims }) => {
        mkdirSync(join(gitDirectory, "rebase-merge"))
        writeFileSync(join(victims, "list"), "a list\n")
        symlinkSync(join(victims, "list"), join(gitDirectory, "rebase-merge", "ultragit"))
      })
      yield* use([commit], ({ gitDirectory, victims }) => symlinkSync(victims, join(gitDirectory, "rebase-merge")))
    })
  )

  const layers = isLong ? plantedFolders.map((_, index) => index) : [0, 2]
  for (const layer of layers) {
    it.live(
      `leaves alone the folders that links lead to, ${layer} levels down, and answers`,
      () =>
        Effect.gen(function* () {
          const { outcomes } = yield* use(isLong ? [...steps, ...more] : few, ({ gitDirectory, victims }) =>
            plantFolders(gitDirectory, victims, plantedFolders[layer] ?? [])
          )
          assert.deepStrictEqual(
            outcomes.filter((each) => !isClear(each)),
            []
          )
          if (layer === 0) {
            const refused = outcomes.find(({ step }) => step.startsWith("ultragit context set"))
            assert.strictEqual(refused?.exitCode, 1)
            assert.match(refused?.said ?? "", /\.git\/ultragit is a symbolic link.*remove it/)
          }
        }),
      layer === 0 ? {} : slow
    )
  }
})
