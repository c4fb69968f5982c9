import { Effect, type Scope } from "effect"
import {
  below,
  change,
  commitAll,
  commitChange,
  discard,
  git,
  linesOf,
  makeTopic,
  perhaps,
  say,
  tryGit,
  type World
} from "./World.ts"

/** Something that a user of git does, chosen in its details at random. What git refuses is given up. */
export type Operation = (world: World) => Effect.Effect<unknown, never, Scope.Scope>

/** Aborts what has stopped; where git has nothing to go back to, what is left of it is thrown away. */
const giveUp = Effect.fnUntraced(function* (world: World, command: string) {
  if (yield* tryGit(world, [command, "--abort"])) return
  yield* tryGit(world, [command, "--quit"])
  yield* discard(world)
})

/** The last commits of the history, oldest first, and what is below them; none where a merge is among them. */
const lastCommits = Effect.fnUntraced(function* (world: World, count: number) {
  const base = yield* below(world, count)
  const commits = yield* linesOf(world, "rev-list", "--reverse", `${base}..HEAD`)
  const merges = yield* linesOf(world, "rev-list", "--merges", `${base}..HEAD`)
  return { base, commits: merges.length > 0 ? [] : commits }
})

const rebase = (commands: (commits: ReadonlyArray<string>) => ReadonlyArray<readonly [string, string]>): Operation =>
  Effect.fnUntraced(function* (world) {
    const { base, commits } = yield* lastCommits(world, 2 + world.random.below(3))
    if (commits.length < 2) return
    const env = yield* world.place.following(commands(commits))
    if (yield* tryGit(world, ["rebase", "--quiet", "--interactive", base], env)) {
      while (yield* tryGit(world, ["rebase", "--continue"])) continue
      return
    }
    yield* giveUp(world, "rebase")
  })

const all = (first: string, last: string) => (commits: ReadonlyArray<string>) =>
  commits.map((id, at) => [at === 0 ? first : at === commits.length - 1 ? last : "pick", id] as const)

const picked = (commits: ReadonlyArray<string>) => commits.map((id) => ["pick", id] as const)

const rebaseTopic = (...args: ReadonlyArray<string>): Operation =>
  Effect.fnUntraced(function* (world) {
    const { name } = yield* makeTopic(world, 1 + world.random.below(2))
    if (yield* tryGit(world, ["rebase", "--quiet", ...args, "main", name])) {
      yield* git(world, "switch", "--quiet", "main")
      yield* git(world, "merge", "--quiet", "--ff-only", name)
      return
    }
    yield* giveUp(world, "rebase")
    yield* git(world, "switch", "--quiet", "main")
  })

const stages: Readonly<Record<string, Operation>> = {
  commit: commitChange,
  "amend, message": (world) => git(world, "commit", "--quiet", "--amend", "-m", "Say it otherwise"),
  "amend, content": Effect.fnUntraced(function* (world) {
    const more = yield* change(world)
    yield* git(world, "commit", "--quiet", "--all", "--amend", "--no-edit")
    if (perhaps(world, 50)) yield* say(world, more)
  }),
  rename: Effect.fnUntraced(function* (world) {
    const file = world.random.pick(yield* linesOf(world, "ls-files", "src"))
    if (file === undefined) return
    world.count += 1
    yield* git(world, "mv", file, `src/moved${world.count}.ts`)
    if (perhaps(world, 30)) return yield* commitChange(world)
    yield* commitAll(world, "-m", "Rename a file")
  }),
  "stash and pop": Effect.fnUntraced(function* (world) {
    yield* change(world)
    yield* git(world, "stash", "--quiet")
    yield* commitChange(world)
    if (yield* tryGit(world, ["stash", "pop", "--quiet"])) return yield* commitAll(world, "-m", "Bring it back")
    yield* discard(world)
    yield* git(world, "stash", "drop", "--quiet")
  })
}

const rebases: Readonly<Record<string, Operation>> = {
  "rebase, reword": rebase(all("reword", "pick")),
  "rebase, reorder": rebase((commits) => picked(commits.toReversed())),
  "rebase, squash": rebase(all("pick", "squash")),
  "rebase, fixup": rebase(all("pick", "fixup")),
  "rebase, drop": rebase(all("drop", "pick")),
  "rebase of a branch": rebaseTopic(),
  "rebase --apply": rebaseTopic("--apply")
}

const range = ({ base, name }: { readonly base: string; readonly name: string }): string => `${base}..${name}`

const merges: Readonly<Record<string, Operation>> = {
  merge: Effect.fnUntraced(function* (world) {
    const { name } = yield* makeTopic(world, 1)
    if (!(yield* tryGit(world, ["merge", "--quiet", "--no-ff", "--no-edit", name]))) {
      yield* giveUp(world, "merge")
    }
  }),
  "merge of an old branch": Effect.fnUntraced(function* (world) {
    const name = world.random.pick(world.topics)
    if (name === undefined) return yield* commitChange(world)
    if (!(yield* tryGit(world, ["merge", "--quiet", "--no-ff", "--no-edit", name]))) {
      yield* giveUp(world, "merge")
    }
  }),
  "merge --squash": Effect.fnUntraced(function* (world) {
    const { name } = yield* makeTopic(world, 1 + world.random.below(3))
    if (!(yield* tryGit(world, ["merge", "--quiet", "--squash", name]))) return yield* discard(world)
    yield* commitAll(world, ...(perhaps(world, 50) ? ["--no-edit"] : ["-m", "All of it"]))
  }),
  "cherry-pick": Effect.fnUntraced(function* (world) {
    const topic = yield* makeTopic(world, 1 + world.random.below(2))
    if (!(yield* tryGit(world, ["cherry-pick", ...(perhaps(world, 30) ? ["-x"] : []), range(topic)]))) {
      yield* giveUp(world, "cherry-pick")
    }
  }),
  revert: Effect.fnUntraced(function* (world) {
    if (!(yield* tryGit(world, ["revert", "--no-edit", yield* below(world, world.random.below(3))]))) {
      yield* giveUp(world, "revert")
    }
  }),
  "revert of a revert": Effect.fnUntraced(function* (world) {
    for (let times = 0; times < 2; times += 1) {
      if (!(yield* tryGit(world, ["revert", "--no-edit", "HEAD"]))) return yield* giveUp(world, "revert")
    }
  })
}

/** One commit of everything, or one for each file; perhaps with a change of its own. */
const commitParts = Effect.fnUntraced(function* (world: World, message: string) {
  if (perhaps(world, 25)) yield* change(world)
  if (perhaps(world, 70)) return yield* commitAll(world, "-m", message)
  yield* git(world, "reset", "--quiet")
  const files = yield* linesOf(world, "ls-files", "--modified", "--others", "--deleted", "--deduplicate")
  for (const file of files) {
    yield* git(world, "add", "--all", "--", file)
    yield* git(world, "commit", "--quiet", "-m", `${message}: ${file}`)
  }
})

const mail = Effect.fnUntraced(function* (world: World, commits: string) {
  const zero = perhaps(world, 30) ? ["--zero-commit"] : []
  const patches = yield* git(world, "format-patch", "--stdout", ...zero, commits)
  return yield* world.place.scratch(`mailbox${world.time}`, `${patches}\n`)
})

const apply = Effect.fnUntraced(function* (world: World, mailbox: string) {
  const args = perhaps(world, 50) ? ["-3"] : []
  if (!(yield* tryGit(world, ["am", "--quiet", ...args, mailbox]))) yield* giveUp(world, "am")
})

/** Operations of which git does not record whose code they take over. */
export const unrecorded: Readonly<Record<string, Operation>> = {
  "cherry-pick -n": Effect.fnUntraced(function* (world) {
    const topic = yield* makeTopic(world, 1 + world.random.below(2))
    if (!(yield* tryGit(world, ["cherry-pick", "--no-commit", range(topic)]))) return yield* discard(world)
    yield* commitParts(world, "Bring it over")
  }),
  am: Effect.fnUntraced(function* (world) {
    const topic = yield* makeTopic(world, 1 + world.random.below(3))
    yield* apply(world, yield* mail(world, range(topic)))
  }),
  "am after a reset": Effect.fnUntraced(function* (world) {
    const { base, commits } = yield* lastCommits(world, 1 + world.random.below(3))
    if (commits.length === 0) return yield* commitChange(world)
    const mailbox = yield* mail(world, `${base}..HEAD`)
    yield* git(world, "reset", "--quiet", "--hard", base)
    if (perhaps(world, 40)) yield* commitChange(world)
    yield* apply(world, mailbox)
  }),
  "reset --soft": Effect.fnUntraced(function* (world) {
    yield* git(world, "reset", "--quiet", "--soft", yield* below(world, 1 + world.random.below(3)))
    yield* commitParts(world, "Once more")
  }),
  "reset --soft, commit -C": Effect.fnUntraced(function* (world) {
    yield* git(world, "reset", "--quiet", "--soft", yield* below(world, 1 + world.random.below(2)))
    yield* commitAll(world, "-C", "ORIG_HEAD")
  }),
  "commit -C": Effect.fnUntraced(function* (world) {
    const { name } = yield* makeTopic(world, 1)
    const patch = yield* git(world, "diff", `${name}~1`, name)
    const file = yield* world.place.scratch(`patch${world.time}`, `${patch}\n`)
    if (yield* tryGit(world, ["apply", "--index", file])) yield* commitAll(world, "-C", name)
    else yield* discard(world)
  }),
  "reset --hard, written again": Effect.fnUntraced(function* (world) {
    yield* git(world, "reset", "--quiet", "--hard", yield* below(world, 1))
    yield* commitChange(world)
  })
}

/** All of them, by name. */
export const operations: Readonly<Record<string, Operation>> = { ...stages, ...rebases, ...merges, ...unrecorded }
