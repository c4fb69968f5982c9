import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Option } from "effect"
import { symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type EsGitLibrary, loadEsGit } from "../../../../src/adapters/git/esgit/EsGitHandle.ts"
import { Git } from "../../../../src/adapters/git/Git.ts"
import type { GitError } from "../../../../src/adapters/git/GitError.ts"
import { makeFakeGit } from "../../../support/FakeGit.ts"
import { esGitAt, gitProcessAt } from "../../../support/gitLayer.ts"
import { isolation } from "../../../support/runGit.ts"
import { makeRepository } from "../../../support/TemporaryRepository.ts"

type Load = typeof EsGitLibrary.Service

/** es-git with counts of loads and opens. */
const counting = () => {
  const counts = { loads: 0, opens: 0 }
  const load: Load = () => {
    counts.loads += 1
    return loadEsGit().then(({ openRepository }) => ({
      openRepository: (path, options) => {
        counts.opens += 1
        return openRepository(path, options)
      }
    }))
  }
  return { counts, load }
}

const makeSubject = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const commit = yield* repository.commit("one", { files: { "a.txt": "a\n" } })
  const tip = yield* repository.note(commit, "note")
  const fake = yield* makeFakeGit({})
  const use = <A, E, R>(
    ask: (git: Git["Service"]) => Effect.Effect<A, E, R>,
    options: { readonly library?: Load; readonly environment?: Readonly<Record<string, string>> } = {}
  ) =>
    Effect.flatMap(Git, ask).pipe(
      Effect.provide(
        esGitAt(repository.directory, { ...isolation, ...fake.environment, ...options.environment }, options.library),
        { local: true }
      )
    )
  return { repository, commit, tip, fake, use }
})

/** The outcome of a question as text. */
const said = <A>(effect: Effect.Effect<A, GitError>): Effect.Effect<string> =>
  Effect.match(effect, { onFailure: ({ message }) => message, onSuccess: (found) => JSON.stringify(found) })

const inTime = { ULTRAGIT_GIT: "" }

/** Makes enough calls for the library to load, and waits until it has. */
const askOften = (git: Git["Service"], times: number) =>
  Effect.forEach(
    Array.from({ length: times }),
    () =>
      Effect.andThen(
        git.resolveCommit("HEAD"),
        Effect.promise(() => new Promise(setImmediate))
      ),
    { discard: true }
  )

describe("es-git", () => {
  it.effect("answers HEAD, full ids and refs without a process", () =>
    Effect.gen(function* () {
      const { commit, fake, tip, use } = yield* makeSubject
      const answers = yield* use((git) =>
        Effect.all([git.resolveCommit("HEAD"), git.resolveCommit(commit), git.resolveRef("refs/notes/ultragit")])
      )
      assert.deepStrictEqual<unknown>(answers, [commit, commit, Option.some(tip)])
      assert.deepStrictEqual((yield* fake.starts).map(({ command }) => command).toSorted(), ["rev-parse"])
    })
  )

  it.effect("is loaded once, and only after many calls", () =>
    Effect.gen(function* () {
      const { use } = yield* makeSubject
      const { counts, load } = counting()
      const options = { library: load, environment: inTime }
      yield* use((git) => askOften(git, 99), options)
      assert.strictEqual(counts.loads, 0)
      yield* use((git) => askOften(git, 200), options)
      assert.deepStrictEqual(counts, { loads: 1, opens: 1 })
    })
  )

  it.effect("is never loaded if the environment disables it", () =>
    Effect.gen(function* () {
      const { use } = yield* makeSubject
      const { counts, load } = counting()
      yield* use((git) => askOften(git, 150), { library: load, environment: { ULTRAGIT_GIT: "process" } })
      assert.strictEqual(counts.loads, 0)
    })
  )

  it.effect("reopens a repository only when its configuration has changed", () =>
    Effect.gen(function* () {
      const { commit, repository, use } = yield* makeSubject
      const { counts, load } = counting()
      yield* use(
        (git) =>
          Effect.gen(function* () {
            yield* askOften(git, 3)
            assert.strictEqual(counts.opens, 1)
            yield* repository.git(["config", "ultragit.x", "y"])
            yield* askOften(git, 3)
            assert.strictEqual(counts.opens, 2)
            yield* repository.git(["config", "core.repositoryFormatVersion", "1"])
            yield* repository.git(["config", "extensions.partialClone", "origin"])
            assert.strictEqual(yield* git.resolveCommit("HEAD"), commit)
          }),
        { library: load }
      )
    })
  )

  it.effect.each<readonly [string, Load]>([
    ["is not installed", () => Promise.reject(new Error("Cannot find module 'es-git'"))],
    [
      "throws when it is loaded",
      () => {
        throw new Error("Failed to load native binding")
      }
    ],
    ["cannot open the repository", () => Promise.resolve({ openRepository: () => Promise.reject(new Error("no")) })],
    [
      "throws at every question",
      () =>
        loadEsGit().then(({ openRepository }) => ({
          openRepository: (path, options) =>
            openRepository(path, options).then((opened) => ({
              path: () => opened.path(),
              revparseSingle: () => {
                throw new Error("libgit2 error")
              },
              getReference: () => {
                throw new Error("libgit2 error")
              }
            }))
        }))
    ],
    [
      "opens another repository",
      () =>
        Promise.resolve({
          openRepository: () =>
            Promise.resolve({
              path: () => "/",
              revparseSingle: () => "1".repeat(40),
              getReference: () => ({ target: () => "1".repeat(40), symbolicTarget: () => null })
            })
        })
    ]
  ])("is not missed where it %s", ([, library]) =>
    Effect.gen(function* () {
      const { commit, tip, use } = yield* makeSubject
      const answers = yield* use(
        (git) =>
          Effect.all([git.resolveCommit("HEAD"), git.resolveCommit(commit), git.resolveRef("refs/notes/ultragit")]),
        { library }
      )
      assert.deepStrictEqual<unknown>(answers, [commit, commit, Option.some(tip)])
    })
  )

  it.effect("leaves names to git that it would resolve differently", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* makeSubject
      const other = yield* repository.commit("two")
      const stale = yield* repository.commit("three")
      const absent = "1".repeat(40)
      const file = (path: string) => join(repository.directory, ".git", path)
      yield* repository.git(["tag", "-a", "-m", "tag", "v1", other])
      yield* repository.git(["update-ref", "refs/tags/HEAD", commit])
      yield* repository.git(["update-ref", "refs/heads/HEAD", other])
      yield* repository.git(["update-ref", `refs/heads/${absent}`, other])
      yield* repository.git(["update-ref", "refs/notes/linked", stale])
      yield* repository.git(["update-ref", "refs/notes/packed", other])
      yield* repository.git(["pack-refs", "--all"])
      yield* Effect.promise(() => symlink("refs/notes/packed", file("refs/notes/linked")))
      yield* repository.git(["replace", "-f", commit, "v1"])
      for (let n = 1; n < 8; n += 1) {
        yield* repository.git([
          "symbolic-ref",
          `refs/notes/link${n}`,
          n === 1 ? "refs/heads/main" : `refs/notes/link${n - 1}`
        ])
      }
      const refs = ["refs/notes/linked", "refs/tags/v1", "refs/notes/link1", "refs/notes/link4", "refs/notes/link7"]
      const ask = (git: Git["Service"]) =>
        Effect.gen(function* () {
          const ids = yield* Effect.forEach([commit, other, absent], (id) => said(git.resolveCommit(id)))
          const found = yield* Effect.forEach(refs, (ref) => said(git.resolveRef(ref)))
          const heads: Array<string> = []
          for (const target of ["refs/notes/link4", "refs/notes/link7", "refs/heads/unborn"]) {
            yield* Effect.promise(() => writeFile(file("HEAD"), `ref: ${target}\n`))
            heads.push(yield* said(git.resolveCommit("HEAD")))
          }
          yield* Effect.promise(() => writeFile(file("HEAD"), "ref: refs/heads/main\n"))
          return { ids, found, heads }
        })
      const at = (layer: Layer.Layer<Git>) => Effect.flatMap(Git, ask).pipe(Effect.provide(layer, { local: true }))
      const byEsGit = yield* at(esGitAt(repository.directory, isolation))
      assert.deepStrictEqual(byEsGit, yield* at(gitProcessAt(repository.directory, isolation)))
      assert.include(byEsGit.ids[0], "not found", "git sees a tag in its place")
      assert.include(byEsGit.found[0], other, "git follows the link")
    })
  )
})
