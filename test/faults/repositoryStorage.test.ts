import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { at } from "../support/conformance/Subject.ts"
import { makePool } from "../support/annotated.ts"
import { initialize, type McpProcess, toolCall } from "../support/McpProcess.ts"
import { ask, askAll, cutInHalf, damage, emptied, flipped, listing, living } from "../support/faults/repository.ts"
import { noMounts, startMounted } from "../support/faults/repositoryMounts.ts"
import { scaled, slow } from "../support/scale.ts"
import { makeFolder, type TemporaryRepository } from "../support/TemporaryRepository.ts"

const io = <A>(run: () => Promise<A>): Effect.Effect<A> => Effect.promise(run)
const ownFolder = ({ directory }: TemporaryRepository) => join(directory, ".git", "ultragit")

const keptIn = (folder: string) =>
  io(() =>
    readdir(folder, { recursive: true, withFileTypes: true }).then((found) =>
      found
        .filter((entry) => entry.isFile() && entry.name !== "looked")
        .map((entry) => join(entry.parentPath, entry.name))
    )
  )

/** A repository whose answers are kept on disk, and the answers. */
const makeKept = Effect.gen(function* () {
  const { repository } = yield* makePool
  const answers = yield* living(repository, {}, askAll)
  const kept = yield* keptIn(join(ownFolder(repository), "cache"))
  assert.isAbove(kept.length, 3)
  return { repository, answers, kept }
})

const harms: Readonly<Record<string, (file: string) => Effect.Effect<void>>> = {
  "changed in one byte": (file) => damage(file, flipped),
  "cut in half": (file) => damage(file, cutInHalf),
  emptied: (file) => damage(file, emptied),
  "links that lead nowhere": (file) => io(() => rm(file).then(() => symlink("/nowhere/at/all", file))),
  "folders in their places": (file) => io(() => rm(file).then(() => mkdir(join(file, "full"), { recursive: true })))
}

const locks = 'for file; do exec {descriptor}<>"$file" && flock --exclusive "$descriptor"; done; echo locked; read'

/** Another process holds the locks of these files, as far as the system has any, to the end of the scope. */
const locked = (files: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    io(
      () =>
        new Promise<ChildProcess>((resolve, reject) => {
          const holder = spawn("bash", ["-c", locks, "bash", ...files], { stdio: ["pipe", "pipe", "ignore"] })
          holder.once("error", reject)
          holder.stdout.once("data", () => resolve(holder))
        })
    ),
    (holder) => Effect.sync(() => void holder.stdin?.end())
  )

describe("a cache on disk", () => {
  it.effect(
    "gives the same answers with its files damaged in any way",
    () =>
      Effect.gen(function* () {
        const { answers, kept, repository } = yield* makeKept
        const before = yield* listing(repository)
        for (const [name, harm] of Object.entries(harms).slice(0, scaled(2, 5))) {
          yield* Effect.forEach(kept, harm)
          assert.deepStrictEqual(yield* living(repository, {}, askAll), answers, name)
        }
        assert.deepStrictEqual(yield* listing(repository), before)
      }),
    slow
  )

  it.effect(
    "gives the same answers with its files locked by others, and with pipes in their places",
    () =>
      Effect.gen(function* () {
        const { answers, kept, repository } = yield* makeKept
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* locked(kept)
            assert.deepStrictEqual(yield* living(repository, {}, askAll), answers, "locked")
          })
        )
        yield* Effect.forEach(kept, (file) => io(() => rm(file)))
        yield* Effect.sync(() => execFileSync("mkfifo", kept))
        assert.deepStrictEqual(yield* living(repository, {}, askAll), answers, "pipes")
        assert.deepStrictEqual(yield* living(repository, {}, askAll), answers, "kept in their places")
      }),
    slow
  )

  it.effect(
    "may be deleted while a server runs, which then caches new answers",
    () =>
      Effect.gen(function* () {
        const { answers, repository } = yield* makeKept
        yield* living(repository, {}, (server) =>
          Effect.gen(function* () {
            yield* io(() => rm(ownFolder(repository), { recursive: true, maxRetries: 5 }))
            assert.deepStrictEqual(yield* askAll(server), answers)
            yield* repository.write("src/pool.ts", "export const changed = 1\n")
            yield* ask("read pool", server)
          })
        )
        assert.isAbove((yield* keptIn(ownFolder(repository))).length, 0)
      }),
    slow
  )

  const places: Readonly<Record<string, string>> = {
    "whose folder is a link": ".",
    "which is itself a link": "cache",
    "one of whose shelves is a link": join("cache", "blame-1")
  }
  for (const [name, place] of Object.entries(places)) {
    it.effect(
      `${name} to another place writes nothing there`,
      () =>
        Effect.gen(function* () {
          const { repository } = yield* makePool
          const elsewhere = yield* makeFolder
          const link = join(ownFolder(repository), place)
          yield* io(() =>
            mkdir(join(link, ".."), { recursive: true }).then(() => symlink(elsewhere, link.replace(/\/$/, "")))
          )
          const linked = yield* living(repository, {}, askAll)
          assert.deepStrictEqual(yield* io(() => readdir(elsewhere)), [])
          yield* io(() => rm(ownFolder(repository), { recursive: true, force: true }))
          assert.deepStrictEqual(yield* living(repository, {}, askAll), linked)
        }),
      place === "." ? {} : slow
    )
  }

  it.effect("is skipped where a file is in its place", () =>
    Effect.gen(function* () {
      const { answers, repository } = yield* makeKept
      yield* io(() =>
        rm(ownFolder(repository), { recursive: true, maxRetries: 5 }).then(() =>
          writeFile(ownFolder(repository), "mine")
        )
      )
      assert.deepStrictEqual(yield* living(repository, {}, askAll), answers)
    })
  )
})

const said = Effect.fnUntraced(function* (server: McpProcess, id: number, tool: string, args: unknown) {
  yield* server.send(toolCall(id, tool, args))
  const { result } = yield* server.answer(id)
  return { failed: at(result, "isError") === true, text: String(at(result, "content", 0, "text")) }
})

const draft = {
  summary: "Say more.",
  regions: [{ file: "src/app.ts", anchor: "start", intent: "Start again." }]
}

/** Reads succeed; writes fail with a reason, and succeed after `repair`. */
const checkStarved = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  {
    commands,
    repair,
    says
  }: {
    readonly commands: ReadonlyArray<string>
    readonly says: RegExp
    readonly repair?: (path: (file: string) => string) => Effect.Effect<void>
  }
) {
  const { path, server } = yield* startMounted(repository.directory, commands)
  yield* initialize(server, "2025-11-25")
  const seen = { directory: path("") }
  const before = yield* listing(seen)
  const read = yield* said(server, 1, "ultragit_read", { path: "src/pool.ts" })
  assert.include(read.text, "Make a pool for one broker.")
  const written = yield* said(server, 2, "ultragit_annotate", draft)
  assert.isTrue(written.failed, written.text)
  assert.match(written.text, says)
  assert.deepStrictEqual(yield* listing(seen), before)
  assert.deepStrictEqual(yield* said(server, 3, "ultragit_read", { path: "src/pool.ts" }), read)
  if (repair === undefined) return
  yield* repair(path)
  assert.isFalse((yield* said(server, 4, "ultragit_annotate", draft)).failed)
  assert.include((yield* said(server, 5, "ultragit_read", { path: "src/app.ts" })).text, "Start again.")
})

describe(`a repository${noMounts === undefined ? "" : ` (skipped: ${noMounts})`}`, () => {
  it.effect.skipIf(noMounts !== undefined)(
    "on a full disk is read, loses nothing, and is written once there is room",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        yield* checkStarved(repository, {
          commands: [
            'cp -a "$1" "$1.whole"',
            'mount -t tmpfs -o size=2m none "$1"',
            'cp -a "$1.whole/." "$1"',
            'rm -r "$1.whole"',
            'dd if=/dev/zero of="$1/filler" bs=1k 2>/dev/null || true',
            'cd "$1"'
          ],
          says: /git fast-import failed .*\n.*The disk of the repository is full\. Free some space and try again\./,
          repair: (path) => io(() => rm(path("filler")))
        })
      }),
    slow
  )

  it.effect.skipIf(noMounts !== undefined)("that is read-only is read, and reports what cannot be written", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* checkStarved(repository, {
        commands: ['mount --bind "$1" "$1"', 'mount -o remount,bind,ro "$1"', 'cd "$1"'],
        says: /Read-only file system\nCheck the permissions of the repository's files\./
      })
    })
  )
})
