import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { existsSync } from "node:fs"
import { readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import type { Git } from "../../../src/adapters/git/Git.ts"
import type { ObjectId } from "../../../src/domain/ObjectId.ts"
import type { UseGit } from "../GitContract.ts"
import { makeRepository, type TemporaryRepository } from "../TemporaryRepository.ts"

const hooks = ["post-index-change", "reference-transaction", "post-checkout", "pre-auto-gc", "fsmonitor-watchman"]

/** Every known setting with which a repository can name a program that a read command starts. */
const programs = (program: string, folder: string): ReadonlyArray<readonly [string, string]> => [
  ["core.fsmonitor", program],
  ["core.hooksPath", join(folder, "hooks")],
  ["core.pager", program],
  ["core.editor", program],
  ["core.sshCommand", program],
  ["core.askPass", program],
  ["core.gitProxy", program],
  ["core.alternateRefsCommand", program],
  ["core.attributesFile", join(folder, "attributes")],
  ["credential.helper", program],
  ["pager.blame", program],
  ["pager.log", program],
  ["pager.config", program],
  ["alias.blame", `!${program}`],
  ["alias.log", `!${program}`],
  ["alias.cat-file", `!${program}`],
  ["diff.external", program],
  ["diff.evil.command", program],
  ["diff.evil.textconv", program],
  ["diff.evil.cachetextconv", "true"],
  ["filter.evil.clean", program],
  ["filter.evil.smudge", program],
  ["filter.evil.process", program],
  ["filter.evil.required", "true"],
  ["filter.e=v.il.clean", program],
  ["filter.e=v.il.required", "true"],
  ["gpg.program", program],
  ["gpg.ssh.program", program],
  ["log.showSignature", "true"],
  ["trailer.evil.key", "Evil"],
  ["trailer.evil.command", program],
  ["trailer.evil.cmd", program],
  ["remote.origin.url", `ext::${program}`],
  ["remote.origin.promisor", "true"],
  ["remote.origin.partialCloneFilter", "blob:none"],
  ["remote.origin.uploadpack", program],
  ["protocol.ext.allow", "always"],
  ["protocol.allow", "always"],
  ["trace2.eventTarget", join(folder, "marker")],
  ["trace2.normalTarget", join(folder, "marker")],
  ["log.follow", "true"],
  ["log.diffMerges", "separate"],
  ["log.date", "nonsense"],
  ["diff.noprefix", "true"],
  ["diff.renames", "false"],
  ["diff.orderFile", join(folder, "nowhere")],
  ["diff.context", "0"],
  ["color.ui", "always"],
  ["format.pretty", "%x00evil"],
  ["core.quotePath", "true"],
  ["blame.showEmail", "true"],
  ["blame.coloring", "repeatedLines"],
  ["notes.displayRef", "*"]
]

/** A tree entry as git writes it. */
const configLines = ([name, value]: readonly [string, string]): string => {
  const [section = "", ...rest] = name.split(".")
  const key = rest.pop() ?? ""
  const subsection = rest.length === 0 ? "" : ` "${rest.join(".")}"`
  return `[${section}${subsection}]\n\t${key} = "${value}"\n`
}

const signature = "-----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----"

/** A repository that names a program in every setting. The program leaves a marker file. */
const makeTrap = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const folder = join(repository.directory, ".git", "evil")
  const marker = join(folder, "marker")
  const program = join(folder, "program")
  const script = `#!/bin/sh\necho "$0 $*" >> '${marker}'\ncat\n`
  yield* repository.write(".git/evil/program", script, { executable: true })
  yield* repository.write(".git/evil/attributes", "*.txt filter=evil diff=evil\nodd.dat filter=e=v.il\n")
  for (const hook of hooks) yield* repository.write(`.git/evil/hooks/${hook}`, script, { executable: true })
  yield* repository.commit("one", {
    files: { "old.txt": "one\ntwo\n", "odd.dat": "one\n2\n", ".gitattributes": "*.txt filter=evil diff=evil\n" }
  })
  yield* repository.commit("two", { files: { "old.txt": "one\n2\n" } })
  yield* repository.git(["mv", "old.txt", "a.txt"])
  yield* repository.commit("three")
  const unsigned = yield* repository.git(["cat-file", "commit", "HEAD"])
  const signed = `${unsigned.replace(/\n\n/, `\ngpgsig ${signature}\n\n`)}\n`
  const head = yield* repository.git(["hash-object", "-t", "commit", "-w", "--stdin"], { stdin: signed })
  yield* repository.git(["update-ref", "HEAD", head])
  yield* repository.note("HEAD", { summary: "note" })
  const config = Effect.promise(() => readFile(join(repository.directory, ".git", "config"), "utf8"))
  const entries = programs(program, folder).map(configLines).join("")
  yield* repository.write(".git/config", `${yield* config}${entries}`)
  const sprung = Effect.sync(() => existsSync(marker))
  const reset = Effect.promise(() => rm(marker, { force: true }))
  return { repository, sprung, reset }
})

/** Calls every method once. */
const askEverything = Effect.fnUntraced(function* (git: Git["Service"], commit: ObjectId) {
  const contents = Option.some(Buffer.from("one\n2\n"))
  const lines = { start: 1, end: 2 }
  yield* git.repository
  yield* git.resolveCommit("HEAD")
  yield* git.commits([commit])
  yield* git.mailmap(["A <a@x>"])
  yield* git.entry(commit, "a.txt")
  yield* git.files(commit, "")
  yield* git.indexPaths
  const blame = yield* git.blame({ commit, path: "a.txt", contents: Option.none() })
  const edited = yield* git.blame({ commit, path: "a.txt", contents })
  const odd = yield* git.blame({ commit, path: "odd.dat", contents })
  yield* git.blameContext
  yield* git.lastChange(commit, "a.txt")
  const history = yield* git.lineHistory({ commit, path: "a.txt", lines })
  const changes = yield* git.fileHistory(commit, "a.txt")
  yield* git.renames(commit)
  yield* git.reachable([commit], commit)
  const tip = Option.getOrThrow(yield* git.resolveRef("refs/notes/ultragit"))
  const notes = yield* git.notes(tip)
  yield* git.objects(
    notes.map((note) => note.blob),
    { maxBytes: 1000 }
  )
  yield* git.notesChange(tip, tip)
  yield* git.noteBlobs(tip, [commit])
  const [parent = commit] = Option.getOrThrow((yield* git.commits([commit]))[0] ?? Option.none()).parents
  yield* git.diff({ from: Option.some(parent), to: commit })
  const patch = yield* git.patch(commit, { maxBytes: 1000 })
  yield* git.patchIds([commit])
  yield* git.walk({ from: [commit] })
  yield* git.range("HEAD")
  yield* git.mergeBase(commit, parent)
  yield* git.trailers(commit)
  yield* git.reflog("HEAD")
  yield* git.author
  yield* git.time("3 weeks ago")
  yield* git.hooksDirectory
  yield* git.config
  yield* git.isRefName("refs/notes/ultragit")
  return { patch, blame, edited, odd, history: history.length, changes: changes.length, notes: notes.length }
})

const springsInGit = (repository: TemporaryRepository) =>
  Effect.forEach(
    [["blame", "a.txt"], ["log", "-p", "--ext-diff", "-1"], ["status"]],
    (args) => repository.tryGit(args),
    {
      discard: true
    }
  )

/** Malicious repositories, paths and names. */
export const hostileContract = (use: UseGit) =>
  describe("hostile repositories", () => {
    it.effect("runs no configured program, and answers as without the configuration", () =>
      Effect.gen(function* () {
        const { repository, reset, sprung } = yield* makeTrap
        yield* springsInGit(repository)
        assert.isTrue(yield* sprung, "the trap works")
        yield* reset
        const commit = yield* repository.id("HEAD")
        yield* reset
        const answers = yield* use(repository.directory, (git) => askEverything(git, commit))
        assert.isFalse(yield* sprung)
        assert.lengthOf(answers.blame, 2)
        assert.include(answers.patch, "rename to a.txt")
        assert.lengthOf(answers.odd, 1)
        assert.isTrue(answers.odd.every((hunk) => Option.isSome(hunk.commit)))
        assert.deepStrictEqual(answers.edited, answers.blame)
        assert.deepStrictEqual([answers.history, answers.changes, answers.notes], [2, 3, 1])
      })
    )
  })
