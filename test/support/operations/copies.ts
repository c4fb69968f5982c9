import { Effect } from "effect"
import { branchOff, resolve } from "./branches.ts"
import type { Operation } from "./Operation.ts"
import type { Place } from "./Place.ts"
import { allBut, everything, said, statement } from "./story.ts"

const pool = "src/pool.ts"
const queue = "src/queue.ts"

/** Begins a branch at the base, where the story's commits are to be brought. */
const apart = (place: Place) => place.git(["switch", "--quiet", "--create", "apart", place.idOf("base")])

/** Commits brought to another branch. */
export const cherryPicks: ReadonlyArray<Operation> = [
  {
    name: "cherry-pick",
    perform: Effect.fnUntraced(function* (place) {
      yield* apart(place)
      yield* place.git(["cherry-pick", place.idOf("push")])
      return { speaks: [said.push], gone: allBut("push") }
    })
  },
  {
    name: "cherry-pick -x",
    perform: Effect.fnUntraced(function* (place) {
      yield* apart(place)
      yield* place.git(["cherry-pick", "-x", place.idOf("push")])
      return { speaks: [said.push], gone: allBut("push") }
    })
  },
  {
    name: "cherry-pick of a range",
    perform: Effect.fnUntraced(function* (place) {
      yield* apart(place)
      yield* place.git(["cherry-pick", `${place.idOf("acquire")}..${place.idOf("release")}`])
      return {
        speaks: [said.push, said.encode, said.decode, said.release],
        gone: [said.acquire, said.pop]
      }
    })
  },
  {
    name: "cherry-pick, conflict and --continue",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "apart", [queue, "push", "hasty"])
      yield* place.stops(["cherry-pick", place.idOf("push"), place.idOf("release")])
      yield* resolve(place, [queue, "push", "ordered"])
      yield* place.git(["cherry-pick", "--continue"])
      return { speaks: [said.push, said.release], past: [own], gone: allBut("push", "release") }
    })
  },
  {
    name: "cherry-pick, conflict and --abort",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "apart", [queue, "push", "hasty"])
      yield* place.stops(["cherry-pick", place.idOf("push")])
      yield* place.git(["cherry-pick", "--abort"])
      return { speaks: [own], gone: everything }
    })
  },
  {
    name: "cherry-pick of a branch into itself again",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "topic", [pool, "drain", "slow"])
      yield* place.git(["switch", "--quiet", "main"])
      yield* place.git(["cherry-pick", "topic"])
      yield* place.git(["merge", "--quiet", "--no-edit", "topic"])
      return { speaks: [...everything, own] }
    })
  }
]

/** Makes one more change of `push`, annotated, to be taken back; it and its commit. */
const changedAgain = Effect.fnUntraced(function* (place: Place) {
  const other = statement(queue, "push", "hasty")
  yield* place.rewrite(queue, "push", "hasty")
  const commit = yield* place.commit("Make push hasty")
  yield* place.note(commit, [other])
  return { other, commit }
})

/** Changes taken back. */
export const reverts: ReadonlyArray<Operation> = [
  {
    name: "revert of a later change",
    perform: Effect.fnUntraced(function* (place) {
      const { commit, other } = yield* changedAgain(place)
      yield* place.git(["revert", "--no-edit", commit])
      return { speaks: everything, past: [other] }
    })
  },
  {
    name: "revert of a revert",
    perform: Effect.fnUntraced(function* (place) {
      yield* place.git(["revert", "--no-edit", place.idOf("push")])
      yield* place.git(["revert", "--no-edit", "HEAD"])
      return { speaks: everything }
    })
  },
  {
    name: "revert, conflict and --continue",
    perform: Effect.fnUntraced(function* (place) {
      const { commit, other } = yield* changedAgain(place)
      yield* place.rewrite(queue, "push", "calm")
      yield* place.commit("Make push calm")
      yield* place.stops(["revert", "--no-edit", commit])
      yield* resolve(place, [queue, "push", "ordered"])
      yield* place.git(["revert", "--continue"])
      return { speaks: everything, past: [other] }
    })
  },
  {
    name: "revert of two, -n, then commit",
    perform: Effect.fnUntraced(function* (place) {
      const { commit, other } = yield* changedAgain(place)
      yield* place.git(["revert", "--no-commit", commit, place.idOf("release")])
      yield* place.commit("Take two back")
      return { speaks: allBut("release"), past: [other, said.release] }
    })
  }
]

/** Branches made one commit. */
export const squashMerges: ReadonlyArray<Operation> = [
  {
    name: "merge --squash, then commit",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "apart", [pool, "drain", "slow"])
      yield* place.git(["merge", "--quiet", "--squash", "main"])
      yield* place.git(["commit", "--quiet", "--no-edit"])
      return { speaks: [...everything, own] }
    })
  },
  {
    name: "merge --squash, then commit -m",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "apart", [pool, "drain", "slow"])
      yield* place.git(["merge", "--quiet", "--squash", "main"])
      yield* place.commit("All of it")
      return { speaks: [...everything, own] }
    })
  },
  {
    name: "merge --squash with a conflict",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "apart", [queue, "push", "hasty"])
      yield* place.stops(["merge", "--quiet", "--squash", "main"])
      yield* resolve(place, [queue, "push", "ordered"], "theirs")
      yield* place.commit("All of it")
      return { speaks: everything, past: [own] }
    })
  },
  {
    name: "merge --squash, commit, amended",
    perform: Effect.fnUntraced(function* (place) {
      yield* apart(place)
      yield* place.git(["merge", "--quiet", "--squash", "main"])
      yield* place.commit("All of it")
      yield* place.git(["commit", "--quiet", "--amend", "-m", "All of it at last"])
      return { speaks: everything }
    })
  },
  {
    name: "squash on the hosting side",
    perform: Effect.fnUntraced(function* (place) {
      yield* apart(place)
      const tree = yield* place.git(["rev-parse", "main^{tree}"])
      const commit = yield* place.git(["commit-tree", "-p", "HEAD", "-m", "All of it (#7)", tree])
      yield* place.git(["reset", "--quiet", "--hard", commit])
      yield* place.keeping.squashed(place.repository, commit, `${place.idOf("base")}..main`)
      return { speaks: everything }
    })
  }
]
