import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { GitRemoteTimeout } from "../../../src/adapters/git/GitWrites.ts"
import type { UseGitWrites } from "../GitWritesContract.ts"
import { reasonOf } from "../git/reasons.ts"
import { cloneRepository, makeRepository, type TemporaryRepository } from "../TemporaryRepository.ts"

const ref = "refs/notes/ultragit"
const tracking = "refs/notes/ultragit-remotes/origin"
const absent = ObjectId.make("1".repeat(40))

/** A bare repository with one annotated commit, and a clone without the note. */
const makePair = Effect.fnUntraced(function* (args?: ReadonlyArray<string>) {
  const remote = yield* makeRepository({ bare: true, config: { "uploadpack.allowFilter": "true" } })
  const [commit = absent] = yield* remote.importHistory([{ message: "one" }])
  const tip = yield* remote.note(commit, "theirs")
  const clone = yield* cloneRepository(remote, args)
  return { remote, clone, commit, tip }
})

const refs = (repository: TemporaryRepository) =>
  Effect.map(repository.git(["for-each-ref", "--format=%(refname)"]), (list) => list.split("\n"))

/** Settings that make a push of code do more than pushing one ref. */
const unwelcome = [
  ["remote.origin.mirror", "true"],
  ["push.followTags", "true"],
  ["push.gpgSign", "true"],
  ["push.pushOption", "ci.skip"]
]

/** Hooks of the configuration: name and event. The last makes git take `hook.pre-push.enabled` for a setting of that hook. */
const configuredHooks = [
  ["transaction", "reference-transaction"],
  ["with = and spaces", "reference-transaction"],
  ["", "reference-transaction"],
  ["push", "pre-push"]
] as const

const fetching = { remote: "origin", from: ref, to: tracking }
const pushing = { remote: "origin", from: ref, to: ref }

/** Fetches and pushes. */
export const remoteContract = (use: UseGitWrites) =>
  describe("a remote", () => {
    it.effect("provides one ref and nothing else", () =>
      Effect.gen(function* () {
        const { clone, remote, tip } = yield* makePair()
        yield* remote.git(["tag", "v1"])
        yield* remote.git(["update-ref", `refs/heads/${ref}`, "main"])
        const before = yield* refs(clone)
        yield* use(clone.directory, (writes) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* writes.remoteRef("origin", ref), Option.some(tip))
            assert.deepStrictEqual(yield* writes.remoteRef("origin", "refs/notes/none"), Option.none())
            yield* writes.fetch(fetching)
          })
        )
        assert.strictEqual(yield* clone.id(tracking), tip)
        assert.deepStrictEqual(yield* refs(clone), [...before, tracking].toSorted())
        assert.isFalse(existsSync(join(clone.directory, ".git/FETCH_HEAD")))
      })
    )

    it.effect("that was rewound does not overwrite the local ref", () =>
      Effect.gen(function* () {
        const { clone, commit, remote, tip } = yield* makePair()
        yield* use(clone.directory, (writes) =>
          Effect.gen(function* () {
            yield* writes.fetch(fetching)
            yield* remote.git(["update-ref", "-d", ref])
            yield* remote.note(commit, "again")
            assert.strictEqual(yield* reasonOf(writes.fetch(fetching)), "RemoteFailed")
          })
        )
        assert.strictEqual(yield* clone.id(tracking), tip)
      })
    )

    it.effect("accepts a push unless it has commits that are not here", () =>
      Effect.gen(function* () {
        const { clone, commit, remote, tip } = yield* makePair()
        yield* clone.note(commit, "ours")
        const error = yield* use(clone.directory, (writes) => Effect.flip(writes.push(pushing)))
        assert.strictEqual(error.reason._tag, "PushRejected")
        assert.include(error.hint ?? "", "ultragit sync pull")
        assert.strictEqual(yield* remote.id(ref), tip)
        yield* clone.git(["fetch", "--quiet", "origin", `+${ref}:${ref}`])
        const next = yield* clone.note(commit, "ours on theirs")
        yield* clone.git(["tag", "-m", "v1", "v1", next])
        for (const [key = "", value = ""] of unwelcome) yield* clone.git(["config", key, value])
        yield* use(clone.directory, (writes) => writes.push(pushing))
        assert.strictEqual(yield* remote.id(ref), next)
        assert.deepStrictEqual(yield* refs(remote), ["refs/heads/main", ref])
      })
    )

    it.effect("that refuses, is missing or is not configured fails with git's message", () =>
      Effect.gen(function* () {
        const { clone, commit, remote } = yield* makePair()
        yield* clone.git(["fetch", "--quiet", "origin", `+${ref}:${ref}`])
        yield* clone.note(commit, "ours")
        yield* remote.write("hooks/pre-receive", "#!/bin/sh\necho not now >&2\nexit 1\n", { executable: true })
        yield* clone.git(["config", "remote.gone.url", "/nowhere"])
        yield* clone.git(["config", "remote.--upload-pack=x.url", remote.directory])
        const names = ["none", remote.directory, `file://${remote.directory}`, "--upload-pack=x", "-v", "gone", ""]
        const failures = yield* use(clone.directory, (writes) =>
          Effect.all([
            Effect.flip(writes.push(pushing)),
            ...names.flatMap((name) => [
              Effect.flip(writes.remoteRef(name, ref)),
              Effect.flip(writes.fetch({ ...fetching, remote: name })),
              Effect.flip(writes.push({ ...pushing, remote: name }))
            ])
          ])
        )
        assert.deepStrictEqual(new Set(failures.map((failure) => failure.reason._tag)), new Set(["RemoteFailed"]))
        assert.include(failures[0]?.message ?? "", "pre-receive hook declined")
        assert.include(failures.at(-4)?.message ?? "", "nowhere")
      })
    )

    it.effect("starts no hook and no helper program named by an address", () =>
      Effect.gen(function* () {
        const { clone, commit } = yield* makePair()
        const marker = join(clone.directory, "marker")
        const script = `#!/bin/sh\ntouch '${marker}'\n`
        for (const hook of ["pre-push", "reference-transaction"]) {
          yield* clone.write(`.git/hooks/${hook}`, script, { executable: true })
        }
        // Git runs hooks of the configuration from 2.54.
        for (const [name, event] of configuredHooks) {
          yield* clone.git(["config", "--add", `hook.${name}.event`, event])
          yield* clone.git(["config", `hook.${name}.command`, `touch '${marker}'`])
        }
        yield* clone.git(["config", "remote.evil.url", `ext::touch ${marker}`])
        const reasons = yield* use(clone.directory, (writes) =>
          Effect.gen(function* () {
            yield* writes.fetch(fetching)
            yield* writes.updateRef({ ref, to: Option.some(yield* clone.id(tracking)), expected: Option.none() })
            const tip = Option.some(yield* clone.id(ref))
            const notes = [{ commit, content: Option.some(Buffer.from("ours")) }]
            yield* writes.writeNotes({ ref, tip, notes, message: "more" })
            yield* writes.push(pushing)
            return [yield* reasonOf(writes.remoteRef("evil", ref))]
          })
        )
        assert.deepStrictEqual(reasons, ["RemoteFailed"])
        assert.isFalse(existsSync(marker))
      })
    )

    it.effect("provides complete notes to a blobless clone", () =>
      Effect.gen(function* () {
        const { clone, commit } = yield* makePair(["--filter=blob:none"])
        const [content] = yield* use(clone.directory, (writes, git) =>
          Effect.gen(function* () {
            yield* writes.fetch(fetching)
            const blobs = yield* git.noteBlobs(yield* clone.id(tracking), [commit])
            return yield* git.objects([...blobs.values()], { maxBytes: 100 })
          })
        )
        assert.strictEqual(content?._tag, "Found")
      })
    )

    it.live.each(["--filter=blob:none", "--filter=tree:0"])(
      "gives a clone by %s what git fetch left out of notes, and is asked nothing more",
      (filter) =>
        Effect.gen(function* () {
          const { clone, commit, tip } = yield* makePair([filter])
          yield* clone.git(["fetch", "--quiet", "origin", `${ref}:${tracking}`])
          const missing = { remote: "origin", commit: tip }
          const [content] = yield* use(clone.directory, (writes, git) =>
            Effect.gen(function* () {
              yield* writes.fetchMissing(missing)
              const blobs = yield* git.noteBlobs(tip, [commit])
              yield* clone.git(["remote", "set-url", "origin", "/nowhere"])
              yield* writes.fetchMissing(missing)
              return yield* git.objects([...blobs.values()], { maxBytes: 100 })
            })
          )
          assert.strictEqual(content?._tag, "Found")
        })
    )

    it.live("gives a partial clone the objects that it names, and no others", () =>
      Effect.gen(function* () {
        const { remote } = yield* makePair()
        const [older = absent] = yield* remote.importHistory([
          { message: "older", files: { "a.ts": "old\n", "b.ts": "old b\n" } },
          { message: "newer", files: { "a.ts": "new\n", "b.ts": "new b\n" } }
        ])
        const ids = [yield* remote.id(`${older}:a.ts`), yield* remote.id(`${older}:b.ts`)]
        const clone = yield* cloneRepository(remote, ["--filter=blob:none"])
        const found = yield* use(clone.directory, (writes, git) =>
          Effect.gen(function* () {
            yield* writes.fetchObjects({ remote: "origin", ids: ids.slice(0, 1) })
            return yield* git.objects(ids, { maxBytes: 100 })
          })
        )
        assert.deepStrictEqual(
          found.map(({ _tag }) => _tag),
          ["Found", "Missing"]
        )
      })
    )

    it.live("is contacted without a terminal and without askpass windows", () =>
      Effect.gen(function* () {
        const { clone } = yield* makePair()
        const promptsFile = join(clone.directory, "prompts")
        yield* clone.git(["config", "remote.slow.url", "ssh://nowhere/x"])
        const window = { DISPLAY: ":99", SSH_ASKPASS: "/bin/false", GIT_SSH_VARIANT: "simple" }
        const ask = `(: </dev/tty) 2>/dev/null && echo terminal >${promptsFile}; echo "[$SSH_ASKPASS]" >>${promptsFile}; exit 1 #`
        yield* use(clone.directory, (writes) => reasonOf(writes.remoteRef("slow", ref)), {
          ...window,
          GIT_SSH_COMMAND: ask
        })
        assert.strictEqual(readFileSync(promptsFile, "utf8"), "[]\n")
      })
    )

    it.live("that does not answer times out", () =>
      Effect.gen(function* () {
        const { clone } = yield* makePair()
        yield* clone.git(["config", "remote.slow.url", "ssh://nowhere/x"])
        const reason = yield* use(
          clone.directory,
          (writes) =>
            reasonOf(writes.remoteRef("slow", ref)).pipe(Effect.provideService(GitRemoteTimeout, "300 millis")),
          { GIT_SSH_COMMAND: "exec sleep 60 #" }
        )
        assert.strictEqual(reason, "GitTimedOut")
      })
    )
  })
