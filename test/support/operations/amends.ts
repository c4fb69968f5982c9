import { Effect } from "effect"
import type { Operation } from "./Operation.ts"
import { allBut, everything, said, statement } from "./story.ts"

const amend = ["commit", "--quiet", "--all", "--amend"]

/** Amends, and operations between a change and its commit. */
export const amends: ReadonlyArray<Operation> = [
  {
    name: "amend, message only",
    perform: Effect.fnUntraced(function* ({ git }) {
      yield* git([...amend, "-m", "Let pop block"])
      return { speaks: everything }
    })
  },
  {
    name: "amend, content",
    perform: Effect.fnUntraced(function* ({ git, rewrite }) {
      yield* rewrite("src/queue.ts", "pop", "patient")
      yield* git([...amend, "--no-edit"])
      return { speaks: everything }
    })
  },
  {
    name: "amend, lines above moved",
    perform: Effect.fnUntraced(function* ({ git, repository, rewrite }) {
      yield* rewrite("src/queue.ts", "pop", "patient")
      const source = yield* git(["show", "HEAD:src/queue.ts"])
      yield* repository.write("src/queue.ts", `// One.\n// Two.\n// Three.\n${source}\n`)
      yield* git([...amend, "--no-edit"])
      return { speaks: everything }
    })
  },
  {
    name: "amend, with more said",
    perform: Effect.fnUntraced(function* ({ git, repository, rewrite, say }) {
      const more = statement("src/queue.ts", "peek", "quick")
      yield* rewrite("src/queue.ts", "peek", "quick")
      yield* git([...amend, "--no-edit"])
      yield* say(yield* repository.id("HEAD"), [more])
      return { speaks: [...everything, more] }
    })
  },
  {
    name: "amend, with another reason for the same function",
    perform: Effect.fnUntraced(function* ({ git, repository, rewrite, say }) {
      const other = statement("src/queue.ts", "pop", "patient")
      yield* rewrite("src/queue.ts", "pop", "patient")
      yield* git([...amend, "--no-edit"])
      yield* say(yield* repository.id("HEAD"), [other])
      return { speaks: [...allBut("pop"), other], kept: [said.pop] }
    })
  },
  {
    name: "amend, three times",
    perform: Effect.fnUntraced(function* ({ git, rewrite }) {
      for (const variant of ["patient", "eager", "calm"]) {
        yield* rewrite("src/queue.ts", "pop", variant)
        yield* git([...amend, "-m", `Make pop ${variant}`])
      }
      return { speaks: everything }
    })
  },
  {
    name: "stash and pop around an amend",
    like: "amend, message only",
    perform: Effect.fnUntraced(function* ({ git, rewrite }) {
      yield* rewrite("src/pool.ts", "drain", "half done")
      yield* git(["stash", "--quiet"])
      yield* git([...amend, "-m", "Let pop block"])
      yield* git(["stash", "pop", "--quiet"])
      return { speaks: everything }
    })
  },
  {
    name: "gc --prune=now after an amend",
    perform: Effect.fnUntraced(function* ({ git, keeping, repository, rewrite }) {
      yield* rewrite("src/queue.ts", "pop", "patient")
      yield* git([...amend, "--no-edit"])
      yield* keeping.settle(repository)
      yield* git(["reflog", "expire", "--expire=now", "--all"])
      yield* git(["gc", "--quiet", "--prune=now"])
      yield* git([...amend, "-m", "Let pop block"])
      return { speaks: everything }
    })
  }
]
