import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Effect, Layer } from "effect"
import { makeRandom, type Random } from "../../../bench/verify/random.ts"
import { GitDirectory } from "../../../src/adapters/git/Git.ts"
import { Extractor } from "../../../src/codeIndex/extracting/Extractor.ts"
import { makeWorkTreeLister } from "../../../src/codeIndex/views/listWorkTree.ts"
import { makeWatchedLister } from "../../../src/codeIndex/views/watchedLister.ts"
import { settingsLayer } from "../../../src/Layers.ts"
import { makeRepository, type TemporaryRepository } from "../TemporaryRepository.ts"
import { change } from "./sequences.ts"

/** Provides what listing and indexing of a repository need. */
export const provide =
  (directory: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.provide(Layer.fresh(Layer.merge(settingsLayer, Extractor.layer))),
      Effect.provideService(GitDirectory, directory)
    )

/** Makes a repository with files of three folders, and ignored ones. */
export const makeProject = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const files = {
    ".gitignore": "*.log\nout/\n",
    "a.ts": "export const a = 1\n",
    "lib/b.ts": "export const b = 2\n",
    "lib/deep/c.ts": "export const c = 3\n"
  }
  yield* repository.commit("First", { files })
  for (const path of ["out/made.ts", "out/deep/made.ts", "some.log"]) yield* repository.write(path, "made\n")
  return repository
})

/** Lists until the folders are watched, and nothing was written so recently that git is asked again. */
export const untilWatched = (root: string, list: Effect.Success<typeof makeWatchedLister>) =>
  Effect.gen(function* () {
    let before = yield* list(root)
    for (;;) {
      const listing = yield* list(root)
      if (before.isWatched && listing.isWatched && before.files === listing.files) return listing
      before = listing
      yield* Effect.sleep("2 millis")
    }
  })

/** What a person does to files at random. */
const steps: ReadonlyArray<(at: (path: string) => string, path: string, random: Random) => void> = [
  (at, path) => writeFileSync(at(path), `export const a = ${path.length}\n`),
  (at, path) => appendFileSync(at(path), "export const more = 1\n"),
  (at, path) => {
    writeFileSync(at("lib/.tmp"), "export const b = 4\n")
    renameSync(at("lib/.tmp"), at(path))
  },
  (at, path) => rmSync(at(path), { force: true, recursive: true }),
  (at, path) => renameSync(at(path), at(`${path}x`)),
  (at, path) => renameSync(at(dirname(path)), at(`moved${path.length}`)),
  (at, path, random) => writeFileSync(at("some.log"), `${path} ${random.below(9)}\n`),
  (at, path, random) => writeFileSync(at(pickIgnore(random)), `${path.slice(-5)}\nout/\n`),
  (at) => writeFileSync(at("out/deep/other.ts"), "made\n"),
  (at) => rmSync(at("out"), { recursive: true, force: true }),
  (at, path) => symlinkSync("a.ts", at(`${path}.link.ts`)),
  (at, path) => chmodSync(at(path), 0o700)
]

const pickIgnore = (random: Random): string =>
  [".gitignore", "lib/.gitignore", ".git/info/exclude"][random.below(3)] ?? ".gitignore"
const paths = ["a.ts", "lib/b.ts", "lib/deep/c.ts", "new/d.ts", "new/e/f.ts", "out/g.ts", "lib/h.log"]

const gitSteps = [
  ["add", "--all", "--force"],
  ["rm", "--cached", "-r", "--quiet", "lib"],
  ["commit", "--quiet", "--allow-empty", "-m", "More"],
  ["checkout", "--quiet", "-f", "HEAD~1"],
  ["stash", "--quiet", "--include-untracked"],
  ["config", "core.excludesFile", "lib/b.ts"],
  ["clean", "-fdxq"],
  ["init", "--quiet", "lib/deep"]
]

/** Changes the work tree in one way, which may fail as it does for people. */
const step = Effect.fnUntraced(function* (repository: TemporaryRepository, random: Random) {
  if (random.below(8) === 0) return yield* change(repository, random)
  if (random.below(8) === 0) return yield* repository.tryGit(random.pick(gitSteps) ?? [])
  const path = random.pick(paths) ?? "a.ts"
  const at = (name: string) => join(repository.directory, name)
  yield* Effect.ignore(
    Effect.try(() => {
      if (random.below(2) === 0) mkdirSync(dirname(at(path)), { recursive: true })
      random.pick(steps)?.(at, path, random)
    })
  )
})

/** Lists after each of so many random steps, with a watch and without; they must agree. Returns how often the watch was used. */
export const compareSteps = Effect.fnUntraced(function* (seed: number, count: number) {
  const random = makeRandom(seed)
  const repository = yield* makeProject
  const root = repository.directory
  return yield* Effect.gen(function* () {
    const list = yield* makeWatchedLister
    yield* untilWatched(root, list)
    let watched = 0
    for (let at = 0; at < count; at += 1) {
      for (let more = random.below(3); more >= 0; more -= 1) yield* step(repository, random)
      const { files, isWatched } = yield* list(root)
      const expected = yield* makeWorkTreeLister().list(root)
      const describe = (all: typeof files) => all.map(({ path, size }) => `${path} ${size}`)
      const [found, wanted] = [describe(files), describe(expected)]
      const differences = [
        ...found.filter((each) => !wanted.includes(each)),
        ...wanted.filter((each) => !found.includes(each))
      ]
      if (differences.length > 0)
        return yield* Effect.die(new Error(`seed ${seed}, step ${at}: ${differences.join(", ")}`))
      if (isWatched) watched += 1
    }
    return watched
  }).pipe(provide(root))
}, Effect.scoped)
