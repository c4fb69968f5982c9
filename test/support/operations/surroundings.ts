import { Effect } from "effect"
import { join } from "node:path"
import { cloneRepository } from "../TemporaryRepository.ts"
import type { Operation } from "./Operation.ts"
import type { Place } from "./Place.ts"
import { everything, statement } from "./story.ts"

const pool = "src/pool.ts"
const queue = "src/queue.ts"
const notesRef = "refs/notes/ultragit"

/** A clone with the notes, set up as the story's repository is. */
const clone = Effect.fnUntraced(function* (place: Place, ...args: ReadonlyArray<string>) {
  const repository = yield* cloneRepository(place.repository, args)
  yield* repository.git(["fetch", "--quiet", "origin", `${notesRef}:${notesRef}`])
  yield* place.keeping.setUp(repository)
  return place.elsewhere(repository.directory)
})

/** Rewrites every commit of the branch without git's rewrite hooks; returns a file of `old new` lines. */
const rewriteBranch = Effect.fnUntraced(function* (place: Place, ...filter: ReadonlyArray<string>) {
  const before = (yield* place.git(["rev-list", "--reverse", "main"])).split("\n")
  yield* place.git(["filter-branch", "--force", ...filter, "main"], { FILTER_BRANCH_SQUELCH_WARNING: "1" })
  const after = (yield* place.git(["rev-list", "--reverse", "main"])).split("\n")
  const pairs = before.map((old, at) => `${old} ${after[at] ?? ""}\n`)
  return yield* place.scratch("commit-map", `old                                      new\n${pairs.join("")}`)
})

const amendPop = Effect.fnUntraced(function* (place: Place) {
  yield* place.rewrite(queue, "pop", "patient")
  yield* place.git(["commit", "--quiet", "--all", "--amend", "--no-edit"])
  const todo = ["reword", "pick", "pick", "squash", "pick"] as const
  const names = ["acquire", "push", "codec", "release"] as const
  const last = yield* place.repository.id("HEAD")
  const ids = [...names.map(place.idOf), last]
  yield* place.git(
    ["rebase", "--quiet", "--interactive", place.idOf("base")],
    yield* place.following(todo.map((command, at) => [command, ids[at] ?? ""] as const))
  )
})

/** Clones, and rewrites that git does not report. */
export const elsewhere: ReadonlyArray<Operation> = [
  {
    name: "pull --rebase",
    perform: Effect.fnUntraced(function* (place) {
      const local = yield* clone(place)
      yield* local.rewrite(pool, "drain", "slow")
      const own = statement(pool, "drain", "slow")
      yield* local.note(yield* local.commit("Drain slowly"), [own])
      yield* place.rewrite(queue, "peek", "quick")
      yield* place.commit("Quicken peek")
      yield* local.git(["pull", "--quiet", "--rebase"])
      return { place: local, speaks: [...everything, own] }
    })
  },
  {
    name: "rebase in a shallow clone, deepened later",
    perform: Effect.fnUntraced(function* (place) {
      yield* place.git(["branch", "quick", "main"])
      const local = yield* clone(place, "--depth=3", "--branch=quick")
      yield* local.rewrite(pool, "drain", "slow")
      const own = statement(pool, "drain", "slow")
      yield* local.note(yield* local.commit("Drain slowly"), [own])
      yield* place.git(["switch", "--quiet", "quick"])
      yield* place.rewrite(queue, "peek", "quick")
      yield* place.commit("Quicken peek")
      yield* local.git(["pull", "--quiet", "--rebase"])
      yield* local.git(["fetch", "--quiet", "--unshallow"])
      return { place: local, speaks: [...everything, own] }
    })
  },
  {
    name: "filter-branch, messages, and a commit map",
    like: "filter-branch, a folder taken out, and a commit map",
    perform: Effect.fnUntraced(function* (place) {
      yield* place.keeping.map(place.repository, yield* rewriteBranch(place, "--msg-filter", "sed s/Change/Alter/"))
      return { speaks: everything }
    })
  },
  {
    name: "filter-branch, a folder taken out, and a commit map",
    perform: Effect.fnUntraced(function* (place) {
      yield* place.repository.commit("Add a secret", { files: { "secret/key.txt": "secret\n" } })
      const filter = ["--index-filter", "git rm -r --cached --quiet --ignore-unmatch secret"]
      yield* place.keeping.map(place.repository, yield* rewriteBranch(place, ...filter))
      return { speaks: everything }
    })
  }
]

const shell = (...lines: ReadonlyArray<string>): string => ["#!/bin/sh", ...lines, ""].join("\n")

const hook = (place: Place, folder: string, name: string, ...lines: ReadonlyArray<string>) =>
  place.repository.write(join(folder, name), shell(...lines), { executable: true })

/** Hooks and configuration of others. */
export const surroundings: ReadonlyArray<Operation> = [
  {
    name: "a hooks folder of one's own",
    before: Effect.fnUntraced(function* (place) {
      yield* hook(place, ".git/own-hooks", "post-commit", "exit 0")
      yield* place.git(["config", "core.hooksPath", ".git/own-hooks"])
    }),
    perform: Effect.fnUntraced(function* (place) {
      yield* amendPop(place)
      return { speaks: everything }
    })
  },
  {
    name: "hooks of others that fail",
    before: Effect.fnUntraced(function* (place) {
      for (const name of ["post-commit", "post-rewrite"]) yield* hook(place, ".git/hooks", name, "exit 3")
    }),
    perform: Effect.fnUntraced(function* (place) {
      yield* amendPop(place)
      return { speaks: everything }
    })
  },
  {
    name: "hooks of others that read all input and print",
    before: Effect.fnUntraced(function* (place) {
      for (const name of ["post-commit", "post-rewrite", "prepare-commit-msg"]) {
        yield* hook(place, ".git/hooks", name, `cat >> ".git/${name}.input"`, "echo said", "echo complained >&2")
      }
    }),
    perform: Effect.fnUntraced(function* (place) {
      yield* amendPop(place)
      const read = yield* place.git(["rev-parse", "--git-path", "post-rewrite.input"])
      const lines = yield* place.git(["hash-object", read])
      const empty = yield* place.git(["hash-object", "-t", "blob", "/dev/null"])
      if (lines === empty) return yield* Effect.die(new Error("the other's post-rewrite hook was given nothing"))
      return { speaks: everything }
    })
  },
  {
    name: "abbreviations and comment characters of one's own",
    perform: Effect.fnUntraced(function* (place) {
      yield* place.git(["config", "commit.cleanup", "verbatim"])
      yield* place.git(["config", "rebase.abbreviateCommands", "true"])
      yield* place.git(["config", "core.abbrev", "5"])
      yield* place.git(["config", "core.commentChar", ";"])
      yield* amendPop(place)
      return { speaks: everything }
    })
  }
]
