import { minimalNote } from "../../../test/support/notes.ts"
import type { Random } from "../../verify/random.ts"
import type { Clone } from "./Clone.ts"
import type { Program, Standing } from "./Program.ts"

/** What the states are made with. */
export interface Scene {
  readonly clone: Clone
  readonly program: Program
  readonly random: Random
  /** Commits that the first sync does not have yet. */
  readonly back: number
  /** The tip that the clone was made with. */
  readonly tip: string
  /** Seconds that the first sync took for each commit. */
  readonly pace: () => number
}

/** Something that happens to a repository before it is synced again. */
export interface State {
  readonly name: string
  /** What is to be said of it beside how the sync went. */
  readonly make: (scene: Scene) => string
  /** Synced also where few are; `compared` even then. */
  readonly isDecisive?: "synced" | "compared"
}

const notesRef = "refs/notes/ultragit"
const annotated = 40

const annotate = ({ clone }: Scene, from: number, words: string): void => {
  const ids = clone.git(["rev-list", `--skip=${from}`, `--max-count=${annotated}`, clone.branch]).split("\n")
  for (const id of ids) {
    const note = JSON.stringify(minimalNote(id, { summary: `${words} ${id.slice(0, 8)}.` }))
    clone.git(["notes", `--ref=${notesRef}`, "add", "--force", "--file=-", id], note)
  }
}

/** In which part of its work a sync was killed. */
const partOf = (before: Standing, after: Standing): string => {
  if (after.commits > before.commits && after.isUnfinished) return `commits, ${after.commits - before.commits} there`
  if (after.commits < before.commits) return `removal, ${before.commits - after.commits} gone`
  if (after.withoutPatch > 0) return `patches, ${after.withoutPatch} missing`
  return after.isUnfinished ? "before the first was written" : "before its beginning or after its end"
}

/** Seconds until the program begins to work, about. */
const startUp = 0.4

/** Kills a sync at some moments, each where the one before left off. */
const killed = ({ clone, program, random }: Scene, times: number, estimate: number): string => {
  const told: Array<string> = []
  const start = program.standing(clone.name)
  for (let round = 0; round < times; round += 1) {
    const seconds = startUp + (estimate * (random.below(500) + 10)) / 1_000
    const { exitCode } = program.run(["repos", "sync", clone.name], seconds)
    const where = exitCode === null ? partOf(start, program.standing(clone.name)) : "ended before"
    told.push(`${seconds.toFixed(1)} s: ${where}`)
  }
  return `killed after ${told.join("; ")}`
}

/** What happens to a repository, one after the other; a sync is killed so many times. */
export const statesOf = (kills: number): ReadonlyArray<State> => [
  {
    name: "an older state of all refs",
    make: ({ back, clone }) => {
      clone.setTo(`${clone.branch}~${back}`)
      return `branch set back ${back} of its commits`
    },
    isDecisive: "synced"
  },
  {
    name: "new commits",
    make: ({ back, clone, tip }) => {
      clone.setTo(`${tip}~${Math.floor(back / 2)}`)
      return `branch set forward ${Math.ceil(back / 2)}`
    }
  },
  {
    name: "killed while commits and patches are added",
    make: (scene) => {
      const { clone, pace, program, tip } = scene
      clone.setTo(tip)
      const missing = clone.commits - program.standing(clone.name).commits
      return killed(scene, kills, missing * pace())
    },
    isDecisive: "synced"
  },
  {
    name: "killed while commits are removed",
    make: (scene) => {
      const { back, clone, pace, program, tip } = scene
      clone.setTo(`${tip}~${back}`)
      const gone = program.standing(clone.name).commits - Number(clone.git(["rev-list", "--count", "--all"]))
      return killed(scene, kills, (gone * pace()) / 3)
    }
  },
  {
    name: "forced push: commits removed, others added",
    make: ({ clone, tip }) => {
      clone.setTo(tip)
      clone.rewrite(200, "Written anew.")
      return "the last 200 of the branch written anew"
    }
  },
  {
    name: "branch renamed",
    make: ({ clone }) => {
      clone.git(["branch", "side", `${clone.branch}~20`])
      clone.git(["branch", "--move", "side", "renamed/side"])
      return "and one made"
    }
  },
  {
    name: "branch and tag on commits of their own",
    make: ({ clone }) => {
      const tree = clone.git(["rev-parse", `${clone.branch}~50^{tree}`])
      const own = clone.git(["commit-tree", "-p", clone.branch, "-m", "Own to a branch", tree])
      const tagged = clone.git(["commit-tree", "-p", own, "-m", "Own to a tag", `${clone.branch}^{tree}`])
      clone.git(["branch", "own", own])
      clone.git(["tag", "-a", "-m", "A tag", "own-tag", tagged])
      return ""
    }
  },
  {
    name: "branch and tag deleted",
    make: ({ clone }) => {
      clone.git(["branch", "-D", "own"])
      clone.git(["tag", "--delete", "own-tag"])
      return "with the commits that were theirs alone"
    }
  },
  {
    name: "annotations added",
    make: (scene) => {
      annotate(scene, 0, "Because of rainfall")
      return `of ${annotated} commits`
    }
  },
  {
    name: "annotations changed and more added",
    make: (scene) => {
      annotate(scene, annotated / 2, "Because of snow")
      return `${annotated / 2} of each`
    },
    isDecisive: "compared"
  },
  {
    name: "annotations removed",
    make: ({ clone }) => {
      const ids = clone.git(["rev-list", `--max-count=${annotated}`, clone.branch])
      clone.git(["notes", `--ref=${notesRef}`, "remove", "--stdin"], ids)
      return `of ${annotated} commits`
    }
  },
  {
    name: "notes ref deleted",
    make: ({ clone }) => {
      clone.git(["update-ref", "-d", notesRef])
      return ""
    }
  },
  {
    name: "forced push, and what was there before collected",
    make: ({ clone }) => {
      clone.rewrite(100, "Once more.")
      clone.collect()
      return "the last 100 written anew; git gc --prune=now"
    },
    isDecisive: "compared"
  },
  { name: "nothing", make: () => "" }
]
