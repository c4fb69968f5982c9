import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Git } from "../../../src/adapters/git/Git.ts"
import { findNotesOfStrangers } from "../../../src/agents/plans/findStrangers.ts"
import { gitProcessAt } from "../../support/gitLayer.ts"
import { isolation } from "../../support/runGit.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const me = { GIT_AUTHOR_NAME: "Me", GIT_AUTHOR_EMAIL: "Me@example.org" }
const stranger = { GIT_AUTHOR_NAME: "Stranger", GIT_AUTHOR_EMAIL: "stranger@example.org" }
const ref = "refs/notes/ultragit"

const noteBy = (repository: TemporaryRepository, env: Readonly<Record<string, string>>, ...commits: Array<string>) =>
  Effect.forEach(commits, (commit) =>
    repository.git(["notes", `--ref=${ref}`, "add", "-f", "-m", `By ${env["GIT_AUTHOR_NAME"]}`, commit], { env })
  )

/** Where git puts a note when there are many. */
const moved = (id: string): string => `${id.slice(0, 2)}/${id.slice(2)}`

/** The commits with notes of strangers, without a process of git for each notes commit where that is forbidden. */
const findIn = (repository: TemporaryRepository, changes: "one by one" | "at once" = "one by one") =>
  Effect.gen(function* () {
    const [tip, head] = [yield* repository.id(ref), yield* repository.id("HEAD")]
    const git = yield* Git
    const asked: Git["Service"] =
      changes === "at once" ? { ...git, notesChange: () => Effect.die("a process for one commit") } : git
    return [...(yield* Effect.provideService(findNotesOfStrangers([tip], head), Git, asked))]
  }).pipe(
    Effect.provide(gitProcessAt(repository.directory, { ...isolation, ...me }).pipe(Layer.provide(NodeServices.layer)))
  )

const withCommits = Effect.fnUntraced(function* (count: number) {
  const repository = yield* makeRepository()
  const messages = Array.from({ length: count }, (_, index) => ({ message: `Change ${index}` }))
  return { repository, commits: yield* repository.importHistory(messages) }
})

describe("notes of strangers", () => {
  it.effect("are those that neither the user nor an author of the history wrote", () =>
    Effect.gen(function* () {
      const { commits, repository } = yield* withCommits(3)
      const [first = "", second = "", third = ""] = commits
      yield* noteBy(repository, {}, first)
      yield* noteBy(repository, me, second)
      assert.deepStrictEqual(yield* findIn(repository), [])
      yield* noteBy(repository, stranger, third, second)
      assert.sameMembers(yield* findIn(repository, "at once"), [second, third])
    })
  )

  it.effect("are none that a stranger only puts at other paths, as git does when they are many", () =>
    Effect.gen(function* () {
      const { commits, repository } = yield* withCommits(3)
      const [first = "", second = "", third = ""] = commits
      yield* noteBy(repository, {}, first, second)
      const blob = yield* repository.id(`${ref}:${first}`)
      const input = [
        `commit ${ref}\ncommitter Stranger <stranger@example.org> 1700000000 +0000\ndata 1\nx\nfrom ${ref}^0`,
        `D ${first}\nD ${second}\nM 100644 ${blob} ${moved(first)}\nM 100644 ${blob} ${moved(second)}`,
        `M 100644 ${blob} ${moved(third)}\n`
      ].join("\n")
      yield* repository.git(["fast-import", "--quiet"], { stdin: input })
      assert.deepStrictEqual(yield* findIn(repository), [third])
    })
  )
})
