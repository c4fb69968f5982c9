import { Effect } from "effect"
import type { Operation } from "./Operation.ts"
import type { Place, Todo } from "./Place.ts"
import { allBut, everything, said, statement } from "./story.ts"

const queue = "src/queue.ts"
const names = ["acquire", "push", "codec", "release", "pop"] as const

/** The story's commits as picks, some with another command. */
export const picks = (
  { idOf }: Place,
  commands: Readonly<Partial<Record<(typeof names)[number], string>>> = {}
): Todo => names.map((name) => [commands[name] ?? "pick", idOf(name)] as const)

const interactive = (place: Place) => ["rebase", "--quiet", "--interactive", place.idOf("base")]

/** Runs the whole rebase by a list. */
const rebase = Effect.fnUntraced(function* (place: Place, todo: Todo, env: Readonly<Record<string, string>> = {}) {
  yield* place.git(interactive(place), { ...(yield* place.following(todo)), ...env })
})

/** An editor that gives every message asked for the same subject. */
const retitling = { GIT_EDITOR: `sh -c 'echo "Another subject" > "$1"' editor` }

const rewording = { GIT_EDITOR: "sed -i -e 2,\\$s/Change/Alter/" }

/** Interactive rebases without conflicts. */
export const rebases: ReadonlyArray<Operation> = [
  {
    name: "rebase, reword",
    perform: Effect.fnUntraced(function* (place) {
      yield* rebase(place, picks(place, { push: "reword" }), retitling)
      return { speaks: everything }
    })
  },
  {
    name: "rebase, edit with amend",
    perform: Effect.fnUntraced(function* (place) {
      yield* rebase(place, picks(place, { push: "edit" }))
      yield* place.rewrite(queue, "push", "strict")
      yield* place.git(["commit", "--quiet", "--all", "--amend", "--no-edit"])
      yield* place.git(["rebase", "--continue"])
      return { speaks: everything }
    })
  },
  {
    name: "rebase, edit left as it is, amended on continue",
    perform: Effect.fnUntraced(function* (place) {
      yield* rebase(place, picks(place, { push: "edit" }))
      yield* place.rewrite(queue, "push", "strict")
      yield* place.git(["add", "--all"])
      yield* place.git(["rebase", "--continue"])
      return { speaks: everything }
    })
  },
  {
    name: "rebase, edit split in two",
    perform: Effect.fnUntraced(function* (place) {
      yield* rebase(place, picks(place, { codec: "edit" }))
      const whole = yield* place.git(["show", "HEAD:src/codec.ts"])
      yield* place.git(["reset", "--quiet", "HEAD^"])
      yield* place.repository.write("src/codec.ts", whole.slice(0, whole.indexOf("export function decode")))
      yield* place.git(["add", "--all"])
      yield* place.git(["commit", "--quiet", "-m", "Encode"])
      yield* place.repository.write("src/codec.ts", `${whole}\n`)
      yield* place.git(["add", "--all"])
      yield* place.git(["commit", "--quiet", "-m", "Decode"])
      yield* place.git(["rebase", "--continue"])
      return { speaks: everything }
    })
  },
  {
    name: "rebase, edit with a commit of its own added",
    perform: Effect.fnUntraced(function* (place) {
      const own = statement(queue, "peek", "quick")
      yield* rebase(place, picks(place, { push: "edit" }))
      yield* place.rewrite(queue, "peek", "quick")
      yield* place.note(yield* place.commit("Quicken peek"), [own])
      yield* place.git(["rebase", "--continue"])
      return { speaks: [...everything, own] }
    })
  },
  {
    name: "rebase, reorder",
    like: "rebase, reword",
    perform: Effect.fnUntraced(function* (place) {
      yield* rebase(place, picks(place).toReversed())
      return { speaks: everything }
    })
  },
  {
    name: "rebase, drop",
    perform: Effect.fnUntraced(function* (place) {
      yield* rebase(place, picks(place, { push: "drop" }))
      return { speaks: allBut("push"), gone: [said.push] }
    })
  },
  {
    name: "rebase, all kept and `--exec`",
    like: "rebase, `--exec` that amends",
    perform: Effect.fnUntraced(function* (place) {
      const env = { GIT_SEQUENCE_EDITOR: "true" }
      yield* place.git(["rebase", "--quiet", "--force-rebase", "--exec", "git diff --quiet", place.idOf("base")], env)
      return { speaks: everything }
    })
  },
  {
    name: "rebase, `--exec` that amends",
    perform: Effect.fnUntraced(function* (place) {
      const exec = "git commit --quiet --amend --no-edit --reset-author"
      yield* place.git(["rebase", "--quiet", "--force-rebase", "--exec", exec, place.idOf("base")])
      return { speaks: everything }
    })
  },
  {
    name: "rebase, from the root",
    perform: Effect.fnUntraced(function* (place) {
      yield* place.git(["rebase", "--quiet", "--root", "--force-rebase"])
      return { speaks: everything }
    })
  }
]

/** Rebases that make one commit of several. */
export const squashes: ReadonlyArray<Operation> = [
  {
    name: "rebase, squash of two",
    like: "rebase, squash of all",
    perform: Effect.fnUntraced(function* (place) {
      yield* rebase(place, picks(place, { push: "squash" }))
      return { speaks: everything }
    })
  },
  {
    name: "rebase, squash of all",
    perform: Effect.fnUntraced(function* (place) {
      yield* rebase(place, picks(place, { push: "squash", codec: "squash", release: "squash", pop: "squash" }))
      return { speaks: everything }
    })
  },
  {
    name: "rebase, fixup",
    perform: Effect.fnUntraced(function* (place) {
      yield* rebase(place, picks(place, { push: "fixup", pop: "fixup" }))
      return { speaks: everything }
    })
  },
  {
    name: "rebase, fixup with its message",
    like: "rebase, fixup",
    perform: Effect.fnUntraced(function* (place) {
      yield* rebase(place, picks(place, { push: "fixup -C" }))
      return { speaks: everything }
    })
  },
  {
    name: "rebase, squash of two reasons for one function",
    perform: Effect.fnUntraced(function* (place) {
      const other = statement(queue, "pop", "patient")
      yield* place.rewrite(queue, "pop", "patient")
      const last = yield* place.commit("Make pop patient")
      yield* place.note(last, [other])
      yield* rebase(place, [...picks(place), ["squash", last]])
      return { speaks: [...allBut("pop"), other], kept: [said.pop] }
    })
  },
  {
    name: "rebase, squash with one that has no note",
    perform: Effect.fnUntraced(function* (place) {
      yield* place.rewrite("src/pool.ts", "drain", "slow")
      const last = yield* place.commit("Drain slowly")
      yield* rebase(place, [["pick", last], ["squash", place.idOf("acquire")], ...picks(place).slice(1)])
      return { speaks: everything }
    })
  },
  {
    name: "rebase, squash and reorder at once",
    perform: Effect.fnUntraced(function* (place) {
      yield* rebase(place, [
        ["pick", place.idOf("pop")],
        ["squash", place.idOf("acquire")],
        ["pick", place.idOf("codec")],
        ["reword", place.idOf("release")],
        ["fixup", place.idOf("push")]
      ])
      return { speaks: everything }
    })
  },
  {
    name: "rebase --autosquash, fixup! and squash!",
    like: "rebase, squash and reorder at once",
    perform: Effect.fnUntraced(function* (place) {
      const own = statement("src/pool.ts", "drain", "slow")
      yield* place.rewrite(queue, "push", "strict")
      yield* place.git(["commit", "--quiet", "--all", `--fixup=${place.idOf("push")}`])
      yield* place.rewrite("src/pool.ts", "drain", "slow")
      yield* place.git(["commit", "--quiet", "--all", "--no-edit", `--squash=${place.idOf("acquire")}`])
      yield* place.note(yield* place.repository.id("HEAD"), [own])
      yield* place.git(["rebase", "--quiet", "--interactive", "--autosquash", place.idOf("base")])
      return { speaks: [...everything, own] }
    })
  },
  {
    name: "rebase --autosquash, fixup=amend: and fixup=reword:",
    like: "rebase, squash and reorder at once",
    perform: Effect.fnUntraced(function* (place) {
      yield* place.rewrite(queue, "push", "strict")
      yield* place.git(["commit", "--quiet", "--all", `--fixup=amend:${place.idOf("push")}`], rewording)
      yield* place.git(["commit", "--quiet", `--fixup=reword:${place.idOf("acquire")}`], rewording)
      yield* place.git(["rebase", "--quiet", "--interactive", "--autosquash", place.idOf("base")])
      return { speaks: everything }
    })
  }
]
