import { Effect } from "effect"
import type { Operation } from "./Operation.ts"
import type { Place } from "./Place.ts"
import { sourceOf } from "./code.ts"
import { picks } from "./rebases.ts"
import { allBut, everything, noteOf, said, statement } from "./story.ts"
import { scaled } from "../scale.ts"

const pool = "src/pool.ts"
const queue = "src/queue.ts"
/** Commits of a long branch, in addition to those of the story. */
const chained = scaled(15, 195)

/** A branch that leaves at the base and changes one function, annotated; what it says. */
export const branchOff = Effect.fnUntraced(function* (
  place: Place,
  branch: string,
  [file, anchor, variant]: readonly [file: string, anchor: string, variant: string]
) {
  yield* place.git(["switch", "--quiet", "--create", branch, place.idOf("base")])
  yield* place.rewrite(file, anchor, variant)
  const own = statement(file, anchor, variant)
  yield* place.note(yield* place.commit(`Make ${anchor} ${variant}`), [own])
  return own
})

/** Resolves a conflict: the file as HEAD has it (`theirs`: as the other side has it), the function with this variant. */
export const resolve = Effect.fnUntraced(function* (
  place: Place,
  [file, anchor, variant]: readonly [file: string, anchor: string, variant: string],
  side: "ours" | "theirs" = "ours"
) {
  yield* place.git(["checkout", "--quiet", `--${side}`, file])
  yield* place.rewrite(file, anchor, variant)
  yield* place.git(["add", "--all"])
})

/** Leaves the story's branch where its rebase onto a changed `push` stops in the middle; what the other side says. */
const conflicting = Effect.fnUntraced(function* (place: Place, ...args: ReadonlyArray<string>) {
  const own = yield* branchOff(place, "other", [queue, "push", "hasty"])
  yield* place.git(["switch", "--quiet", "main"])
  yield* place.stops(["rebase", "--quiet", ...args, "other"])
  return own
})

/** Rebases that stop, and how they go on. */
export const conflicts: ReadonlyArray<Operation> = [
  {
    name: "rebase, conflict and --continue",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* conflicting(place)
      yield* resolve(place, [queue, "push", "ordered"])
      yield* place.git(["rebase", "--continue"])
      return { speaks: everything, past: [own] }
    })
  },
  {
    name: "rebase, conflict resolved by a commit and --continue",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* conflicting(place)
      yield* resolve(place, [queue, "push", "ordered and hasty"])
      yield* place.git(["commit", "--quiet", "--no-edit"])
      yield* place.git(["rebase", "--continue"])
      return { speaks: everything, past: [own] }
    })
  },
  {
    name: "rebase, conflict and --skip",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* conflicting(place)
      yield* place.git(["rebase", "--skip"])
      return { speaks: [...allBut("push"), own], gone: [said.push] }
    })
  },
  {
    name: "rebase, conflict in the file of the commit before it and --skip",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "other", [queue, "pop", "hasty"])
      yield* place.git(["switch", "--quiet", "main"])
      const order = ["acquire", "codec", "release", "push", "pop"] as const
      const todo = yield* place.following(order.map((name) => ["pick", place.idOf(name)] as const))
      yield* place.stops(["rebase", "--quiet", "--interactive", "other"], todo)
      yield* place.git(["rebase", "--skip"])
      return { speaks: [...allBut("pop"), own], gone: [said.pop] }
    })
  },
  {
    name: "rebase, conflict and --abort",
    perform: Effect.fnUntraced(function* (place) {
      yield* conflicting(place)
      yield* place.git(["rebase", "--abort"])
      return { speaks: everything }
    })
  },
  {
    name: "rebase, amended in the middle and --abort",
    perform: Effect.fnUntraced(function* (place) {
      const todo = picks(place, { push: "edit" })
      yield* place.git(["rebase", "--quiet", "--interactive", place.idOf("base")], yield* place.following(todo))
      yield* place.rewrite(queue, "push", "strict")
      yield* place.git(["commit", "--quiet", "--all", "--amend", "--no-edit"])
      yield* place.git(["rebase", "--abort"])
      return { speaks: everything }
    })
  },
  {
    name: "rebase --apply, conflict and --continue",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* conflicting(place, "--apply")
      yield* resolve(place, [queue, "push", "ordered"])
      yield* place.git(["rebase", "--continue"])
      return { speaks: everything, past: [own] }
    })
  }
]

const stepFile = (anchor: string): string => `src/steps/${anchor}.ts`
const stepContent = (anchor: string): string => sourceOf([anchor], "new")

/** A chain of commits that each rewrite one function of a file of their own; what they say. */
const chain = Effect.fnUntraced(function* (place: Place, count: number) {
  const anchors = Array.from({ length: count }, (_, at) => `step${at}`)
  const ids = yield* place.repository.importHistory(
    anchors.map((anchor) => ({ message: `Add ${anchor}`, files: { [stepFile(anchor)]: stepContent(anchor) } }))
  )
  const statements = anchors.map((anchor) => statement(stepFile(anchor), anchor, "new"))
  yield* place.repository.importNotes(
    statements.map((own, at) => {
      const commit = ids[at] ?? ""
      return [commit, noteOf(commit, "2024-02-01T00:00:00Z", [own], () => stepContent(own.anchor))] as const
    })
  )
  return statements
})

/** A merge of a branch that says something into one that does, too. */
const merged = Effect.fnUntraced(function* (place: Place) {
  const own = yield* branchOff(place, "topic", [pool, "drain", "slow"])
  yield* place.git(["switch", "--quiet", "main"])
  yield* place.git(["merge", "--quiet", "--no-ff", "--no-edit", "topic"])
  return [...everything, own]
})

/** Two annotated commits on branches one on top of the other, and something new below them. */
const stacked = Effect.fnUntraced(function* (place: Place) {
  const lower = yield* branchOff(place, "lower", [pool, "drain", "slow"])
  yield* place.git(["switch", "--quiet", "--create", "upper"])
  yield* place.rewrite(queue, "peek", "quick")
  const upper = statement(queue, "peek", "quick")
  yield* place.note(yield* place.commit("Quicken peek"), [upper])
  return { lower, upper }
})

/** Rebases of whole branches. */
export const branches: ReadonlyArray<Operation> = [
  {
    name: "rebase of a branch",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "topic", [pool, "drain", "slow"])
      yield* place.git(["rebase", "--quiet", "main"])
      return { speaks: [...everything, own] }
    })
  },
  {
    name: "rebase --apply",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "topic", [pool, "drain", "slow"])
      yield* place.git(["switch", "--quiet", "main"])
      yield* place.git(["rebase", "--quiet", "--apply", "topic"])
      return { speaks: [...everything, own] }
    })
  },
  {
    name: "rebase --onto",
    like: "rebase of a branch",
    perform: Effect.fnUntraced(function* (place) {
      const { lower, upper } = yield* stacked(place)
      yield* place.git(["rebase", "--quiet", "--onto", "main", "lower", "upper"])
      return { speaks: [...everything, upper], gone: [lower] }
    })
  },
  {
    name: "rebase --update-refs",
    like: "rebase of a branch",
    perform: Effect.fnUntraced(function* (place) {
      const { lower, upper } = yield* stacked(place)
      yield* place.git(["rebase", "--quiet", "--update-refs", "main"])
      yield* place.git(["switch", "--quiet", "lower"])
      return { speaks: [...everything, lower], gone: [upper] }
    })
  },
  {
    name: "rebase --autostash",
    like: "rebase of a branch",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "topic", [pool, "drain", "slow"])
      yield* place.rewrite(queue, "peek", "half done")
      yield* place.git(["rebase", "--quiet", "--autostash", "main"])
      return { speaks: [...everything, own] }
    })
  },
  {
    name: "rebase --rebase-merges",
    perform: Effect.fnUntraced(function* (place) {
      const speaks = yield* merged(place)
      yield* place.git(["rebase", "--quiet", "--rebase-merges", "--force-rebase", place.idOf("base")])
      return { speaks }
    })
  },
  {
    name: `rebase of ${chained + 5} commits`,
    perform: Effect.fnUntraced(function* (place) {
      const other = yield* branchOff(place, "other", [pool, "drain", "slow"])
      yield* place.git(["switch", "--quiet", "main"])
      const steps = yield* chain(place, chained)
      yield* place.git(["rebase", "--quiet", "other"])
      // Each tenth is asked for, to save time; of the others only the notes are looked at.
      const asked = steps.filter((_, at) => at % 10 === 0)
      return { speaks: [...everything, other, ...asked], kept: steps }
    })
  },
  {
    name: "merge of two annotated branches",
    perform: Effect.fnUntraced(function* (place) {
      return { speaks: yield* merged(place) }
    })
  },
  {
    name: "merge with a conflict, annotated",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "topic", [queue, "push", "hasty"])
      yield* place.git(["switch", "--quiet", "main"])
      yield* place.stops(["merge", "--quiet", "--no-edit", "topic"])
      yield* resolve(place, [queue, "push", "both"])
      yield* place.git(["commit", "--quiet", "--all", "--no-edit"])
      const both = statement(queue, "push", "both")
      yield* place.note(yield* place.repository.id("HEAD"), [both])
      yield* place.rewrite(queue, "push", "both at last")
      yield* place.git(["commit", "--quiet", "--all", "--amend", "--no-edit"])
      return { speaks: [...allBut("push"), both], past: [said.push, own] }
    })
  },
  {
    name: "rebase in a linked work tree",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "topic", [pool, "drain", "slow"])
      yield* place.git(["switch", "--quiet", "main"])
      const linked = place.elsewhere(yield* place.scratch("linked", "").pipe(Effect.map((path) => `${path}-tree`)))
      yield* place.git(["worktree", "add", "--quiet", linked.directory, "topic"])
      yield* linked.git(["rebase", "--quiet", "main"])
      yield* linked.rewrite(queue, "peek", "quick")
      yield* linked.git(["commit", "--quiet", "--all", "--amend", "--no-edit"])
      return { place: linked, speaks: [...everything, own] }
    })
  }
]
