import { Effect } from "effect"
import { branchOff } from "./branches.ts"
import type { Operation } from "./Operation.ts"
import type { Place } from "./Place.ts"
import { allBut, everything, said, statement } from "./story.ts"

const pool = "src/pool.ts"
const queue = "src/queue.ts"
const codec = "src/codec.ts"

/** Begins a branch at the base. */
const apart = (place: Place) => place.git(["switch", "--quiet", "--create", "apart", place.idOf("base")])

/** The story's first two changes as a mailbox. */
const mailbox = Effect.fnUntraced(function* (place: Place, ...args: ReadonlyArray<string>) {
  const range = `${place.idOf("base")}..${place.idOf("push")}`
  const patches = yield* place.git(["format-patch", "--stdout", ...args, range])
  return yield* place.scratch("patches", `${patches}\n`)
})

const picks: ReadonlyArray<Operation> = [
  {
    name: "cherry-pick -n, then commit",
    like: "cherry-pick -n of several, then commit",
    perform: Effect.fnUntraced(function* (place) {
      yield* apart(place)
      yield* place.git(["cherry-pick", "--no-commit", place.idOf("push")])
      yield* place.commit("Bring push")
      return { speaks: [said.push], gone: allBut("push") }
    })
  },
  {
    name: "cherry-pick -n of several, then commit",
    perform: Effect.fnUntraced(function* (place) {
      yield* apart(place)
      yield* place.git(["cherry-pick", "--no-commit", place.idOf("push"), place.idOf("codec"), place.idOf("pop")])
      yield* place.commit("Bring the queue and the codec")
      return {
        speaks: [said.push, said.encode, said.decode, said.pop],
        gone: [said.acquire, said.release]
      }
    })
  },
  {
    name: "cherry-pick -n, unstaged, then committed in two",
    perform: Effect.fnUntraced(function* (place) {
      yield* apart(place)
      yield* place.git(["cherry-pick", "--no-commit", place.idOf("push"), place.idOf("release")])
      yield* place.git(["reset", "--quiet"])
      yield* place.git(["add", queue])
      yield* place.git(["commit", "--quiet", "-m", "Bring push"])
      yield* place.commit("Bring release")
      return { speaks: [said.push, said.release], gone: allBut("push", "release") }
    })
  },
  {
    name: "cherry-pick -n of a branch that is merged later",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "topic", [pool, "drain", "slow"])
      yield* place.git(["switch", "--quiet", "main"])
      yield* place.git(["cherry-pick", "--no-commit", "topic"])
      yield* place.commit("Drain slowly, now")
      yield* place.git(["merge", "--quiet", "--no-edit", "topic"])
      return { speaks: [...everything, own] }
    })
  },
  {
    name: "commit -C of a commit elsewhere",
    perform: Effect.fnUntraced(function* (place) {
      yield* apart(place)
      yield* place.git(["checkout", place.idOf("push"), "--", queue])
      yield* place.git(["commit", "--quiet", "-C", place.idOf("push")])
      return { speaks: [said.push], gone: allBut("push") }
    })
  }
]

const undone: ReadonlyArray<Operation> = [
  {
    name: "reset --soft, one commit of several",
    perform: Effect.fnUntraced(function* (place) {
      yield* place.git(["reset", "--soft", place.idOf("push")])
      yield* place.commit("The rest in one")
      return { speaks: everything }
    })
  },
  {
    name: "reset --soft, commit -C ORIG_HEAD",
    like: "reset --soft, one commit of several",
    perform: Effect.fnUntraced(function* (place) {
      yield* place.git(["reset", "--soft", "HEAD~1"])
      yield* place.git(["commit", "--quiet", "-C", "ORIG_HEAD"])
      return { speaks: everything }
    })
  },
  {
    name: "reset --soft, commit -C of a message that names another commit",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "topic", [pool, "drain", "slow"])
      yield* place.git(["switch", "--quiet", "main"])
      yield* place.git(["cherry-pick", "-x", "topic"])
      yield* place.git(["reset", "--soft", place.idOf("codec")])
      yield* place.git(["commit", "--quiet", "-C", "ORIG_HEAD"])
      return { speaks: [...everything, own] }
    })
  },
  {
    name: "reset --soft, two commits of several",
    perform: Effect.fnUntraced(function* (place) {
      yield* place.git(["reset", "--quiet", place.idOf("push")])
      yield* place.git(["add", codec])
      yield* place.git(["commit", "--quiet", "-m", "The codec"])
      yield* place.git(["add", "--all"])
      yield* place.git(["commit", "--quiet", "-m", "The rest"])
      return { speaks: everything }
    })
  },
  {
    name: "reset, a renamed file committed before the old one is removed",
    perform: Effect.fnUntraced(function* (place) {
      yield* place.git(["mv", codec, "src/wire.ts"])
      yield* place.commit("Rename the codec")
      yield* place.git(["reset", "--quiet", place.idOf("push")])
      for (const file of ["src/wire.ts", pool, queue]) {
        yield* place.git(["add", file])
        yield* place.git(["commit", "--quiet", "-m", `Only ${file}`])
      }
      const there = [said.encode, said.decode].map((one) => ({ ...one, file: "src/wire.ts" }))
      return { speaks: [...allBut("encode", "decode"), ...there] }
    })
  },
  {
    name: "reset --soft, part of it changed, then commit",
    like: "reset --soft, one commit of several",
    perform: Effect.fnUntraced(function* (place) {
      yield* place.git(["reset", "--soft", place.idOf("release")])
      yield* place.rewrite(pool, "drain", "slow")
      yield* place.commit("Pop and drain")
      return { speaks: everything }
    })
  },
  {
    name: "reset --hard, then something else",
    perform: Effect.fnUntraced(function* (place) {
      yield* place.git(["reset", "--quiet", "--hard", "HEAD~1"])
      yield* place.rewrite(queue, "pop", "patient")
      yield* place.commit("Pop patiently")
      return { speaks: allBut("pop"), gone: [said.pop] }
    })
  },
  {
    name: "reset --soft, stash, another commit, stash pop, then commit",
    like: "reset --soft, one commit of several",
    perform: Effect.fnUntraced(function* (place) {
      yield* place.git(["reset", "--soft", place.idOf("codec")])
      yield* place.git(["stash", "--quiet"])
      yield* place.rewrite(queue, "peek", "quick")
      const own = statement(queue, "peek", "quick")
      yield* place.note(yield* place.commit("Quicken peek"), [own])
      yield* place.git(["stash", "pop", "--quiet"])
      yield* place.commit("The rest in one")
      return { speaks: [...everything, own] }
    })
  },
  {
    name: "reset --soft with a reason of one's own for the same function",
    perform: Effect.fnUntraced(function* (place) {
      const other = statement(queue, "pop", "patient")
      yield* place.git(["reset", "--soft", place.idOf("codec")])
      yield* place.rewrite(queue, "pop", "patient")
      yield* place.say(yield* place.commit("The rest in one"), [other])
      return { speaks: [...allBut("pop"), other] }
    })
  }
]

const mailed: ReadonlyArray<Operation> = [
  {
    name: "am of format-patch",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "apart", [pool, "drain", "slow"])
      yield* place.git(["am", "--quiet", yield* mailbox(place)])
      return { speaks: [own, said.acquire, said.push], gone: allBut("acquire", "push") }
    })
  },
  {
    name: "am of one's own commits after a reset",
    like: "am of format-patch",
    perform: Effect.fnUntraced(function* (place) {
      const file = yield* mailbox(place)
      yield* place.git(["reset", "--quiet", "--hard", place.idOf("base")])
      yield* place.git(["am", "--quiet", file])
      return { speaks: [said.acquire, said.push], gone: allBut("acquire", "push") }
    })
  },
  {
    name: "am of a mail that does not name its commit",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "apart", [pool, "drain", "slow"])
      yield* place.git(["am", "--quiet", yield* mailbox(place, "--zero-commit")])
      return { speaks: [own, said.acquire, said.push], gone: allBut("acquire", "push") }
    })
  },
  {
    name: "am -3, lines around changed",
    like: "am of a mail that does not name its commit",
    perform: Effect.fnUntraced(function* (place) {
      const own = yield* branchOff(place, "apart", [queue, "peek", "quick"])
      yield* place.repository.write(queue, `// Queues.\n\n${yield* place.git(["show", `HEAD:${queue}`])}\n`)
      yield* place.commit("Say what it is")
      yield* place.git(["am", "--quiet", "-3", yield* mailbox(place)])
      return { speaks: [own, said.acquire, said.push], gone: allBut("acquire", "push") }
    })
  }
]

/** Operations that leave no record of the commits whose code they take over. */
export const unrecorded: ReadonlyArray<Operation> = [...picks, ...undone, ...mailed]
