import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { join } from "node:path"
import type { UseGit } from "../GitContract.ts"
import { isGitSince } from "../gitVersion.ts"
import { makeFolder, makeRepository } from "../TemporaryRepository.ts"

const refusal = (use: UseGit, directory: string, environment?: Readonly<Record<string, string>>) =>
  use(directory, (git) => Effect.flip(git.repository), environment)

/** Opening repositories, and failures to. */
export const openingContract = (use: UseGit) =>
  describe("opening", () => {
    it.effect("names the folder that has no repository", () =>
      Effect.gen(function* () {
        const folder = yield* makeFolder
        const repository = yield* makeRepository()
        yield* repository.write("file", "x\n")
        for (const directory of [folder, join(folder, "missing"), join(folder, "a\nb\u001b[31m")]) {
          const { code, message, reason } = yield* refusal(use, directory)
          assert.strictEqual(reason._tag, "NotARepository")
          assert.strictEqual(code, "not_a_repository")
          assert.notMatch(message, /[\n\u001b]/)
        }
        assert.strictEqual((yield* refusal(use, join(repository.directory, "file"))).reason._tag, "NotARepository")
      })
    )

    it.effect.skipIf(!isGitSince(36))(
      "respects safe.directory, explains how to allow the folder, and still reads the configuration",
      () =>
        Effect.gen(function* () {
          const repository = yield* makeRepository()
          yield* repository.commit("one")
          const stranger = { GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" }
          const error = yield* refusal(use, repository.directory, stranger)
          assert.strictEqual(error.reason._tag, "RepositoryUnreadable")
          assert.include(error.hint ?? "", "safe.directory")
          const entries = yield* use(repository.directory, (git) => git.config, stranger)
          assert.deepStrictEqual(entries, [])
        })
    )

    it.effect("opens a bare repository that is named where git looks for none, and names the remedy elsewhere", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository({ bare: true, config: { "ultragit.maxTokens": "7" } })
        const [commit] = yield* repository.importHistory([{ message: "one" }])
        const env = {
          GIT_CONFIG_COUNT: "1",
          GIT_CONFIG_KEY_0: "safe.bareRepository",
          GIT_CONFIG_VALUE_0: "explicit"
        }
        const found = yield* use(
          repository.directory,
          (git) => Effect.all([git.repository, git.resolveCommit("HEAD"), git.config]),
          env
        )
        assert.deepStrictEqual(
          [found[0].gitDirectory, found[0].workTree, found[1]],
          [repository.directory, Option.none(), commit]
        )
        assert.isTrue(found[2].some(({ key, value }) => key === "ultragit.maxtokens" && value === "7"))
        if (!isGitSince(38)) return
        const error = yield* refusal(use, join(repository.directory, "refs"), env)
        assert.strictEqual(error.reason._tag, "RepositoryUnreadable")
        assert.include(error.hint ?? "", "--repo")
      })
    )

    it.effect.each([
      ["a damaged configuration", ".git/config", "[nonsense\n"],
      ["a format from the future", ".git/config", "[core]\nrepositoryformatversion = 99\n"],
      ["an unknown extension", ".git/config", "[core]\nrepositoryformatversion = 1\n[extensions]\nfrobnicate = 1\n"],
      ["a link to a git directory that is gone", "sub/.git", "gitdir: /nowhere/at/all\n"],
      ["a link that is none", "sub/.git", "nonsense\n"]
    ])("calls a repository with %s unreadable", ([, path = "", content = ""]) =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("one")
        yield* repository.write(path, content)
        const directory = path.startsWith("sub/") ? join(repository.directory, "sub") : repository.directory
        const error = yield* refusal(use, directory)
        assert.strictEqual(error.reason._tag, "RepositoryUnreadable")
      })
    )

    it.effect("ignores environment variables that name another repository", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const commit = yield* repository.commit("one", { files: { "a.txt": "a\n" } })
        const other = yield* makeRepository()
        yield* other.commit("other", { files: { "b.txt": "b\n" } })
        const theirs = join(other.directory, ".git")
        const environment = {
          GIT_DIR: theirs,
          GIT_COMMON_DIR: theirs,
          GIT_WORK_TREE: other.directory,
          GIT_INDEX_FILE: join(theirs, "index"),
          GIT_OBJECT_DIRECTORY: join(theirs, "objects"),
          GIT_NAMESPACE: "x",
          GIT_CONFIG: join(theirs, "config"),
          GIT_PREFIX: "sub/",
          GIT_GLOB_PATHSPECS: "1",
          GIT_DIFF_OPTS: "-u0",
          GIT_TRACE: "1",
          GIT_EXTERNAL_DIFF: "false",
          GIT_PAGER: "false"
        }
        yield* use(
          repository.directory,
          (git) =>
            Effect.gen(function* () {
              assert.deepStrictEqual((yield* git.repository).workTree, Option.some(repository.directory))
              assert.strictEqual(yield* git.resolveCommit("HEAD"), commit)
              assert.deepStrictEqual(yield* git.indexPaths, ["a.txt"])
              const [hunk] = yield* git.blame({ commit, path: "a.txt", contents: Option.none() })
              assert.deepStrictEqual(hunk?.commit, Option.some(commit))
              const [change] = yield* git.lineHistory({ commit, path: "a.txt", lines: { start: 1, end: 1 } })
              assert.strictEqual(change?.commit, commit)
            }),
          environment
        )
      })
    )

    it.effect("starts nothing before the first call", () =>
      Effect.gen(function* () {
        const folder = yield* makeFolder
        yield* use(join(folder, "missing"), () => Effect.void, { PATH: join(folder, "bin") })
      })
    )
  })
