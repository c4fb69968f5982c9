import { minimalNote } from "../../../test/support/notes.ts"
import type { Random } from "../../verify/random.ts"
import type { Clone } from "./Clone.ts"
import type { Program, SyncProgress } from "./Program.ts"

/** The inputs of a state. */
export interface Scene {
  readonly clone: Clone
  readonly program: Program
  readonly random: Random
  /** Number of commits that the first sync lacks. */
  readonly back: number
  /** The tip of the new clone. */
  readonly tip: string
  /** Seconds per commit in the first sync. */
  readonly pace: () => number
}

/** A change of a repository before the next sync. */
export interface State {
  readonly name: string
  /** Makes the change and returns a remark for the table. */
  readonly make: (scene: Scene) => string
  /** With `--few`, sync after this state, and if `compared`, also compare. */
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

/** Describes in which phase a sync was killed. */
const describePhase = (before: SyncProgress, after: SyncProgress): string => {
  if (after.commits > before.commits && after.isUnfinished) return `commits, ${after.commits - before.commits} there`
  if (after.commits < before.commits) return `removal, ${before.commits - after.commits} gone`
  if (after.withoutPatch > 0) return `patches, ${after.withoutPatch} missing`
  return after.isUnfinished ? "before the first commit was written" : "before its start or after its end"
}

/** Approximate start-up time of the program. */
const startUpSeconds = 0.4

/** Starts and kills a sync several times; each continues where the one before stopped. */
const killSyncs = ({ clone, program, random }: Scene, times: number, estimate: number): string => {
  const remarks: Array<string> = []
  const start = program.syncProgress(clone.name)
  for (let round = 0; round < times; round += 1) {
    const seconds = startUpSeconds + (estimate * (random.below(500) + 10)) / 1_000
    const { exitCode } = program.run(["repos", "sync", clone.name], seconds)
    const phase = exitCode === null ? describePhase(start, program.syncProgress(clone.name)) : "finished before"
    remarks.push(`${seconds.toFixed(1)} s: ${phase}`)
  }
  return `killed after ${remarks.join("; ")}`
}

/** Lists the changes of a repository in order. Each killed sync is killed `kills` times. */
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
      const missing = clone.commits - program.syncProgress(clone.name).commits
      return killSyncs(scene, kills, missing * pace())
    },
    isDecisive: "synced"
  },
  {
    name: "killed while commits are removed",
    make: (scene) => {
      const { back, clone, pace, program, tip } = scene
      clone.setTo(`${tip}~${back}`)
      const gone = program.syncProgress(clone.name).commits - Number(clone.git(["rev-list", "--count", "--all"]))
      return killSyncs(scene, kills, (gone * pace()) / 3)
    }
  },
  {
    name: "forced push: commits removed, others added",
    make: ({ clone, tip }) => {
      clone.setTo(tip)
      clone.rewrite(200, "Rewritten.")
      return "the last 200 of the branch rewritten"
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
    name: "branch and tag on their own commits",
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
      return "with their own commits"
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
    name: "forced push, and the former commits collected",
    make: ({ clone }) => {
      clone.rewrite(100, "Once more.")
      clone.collect()
      return "the last 100 rewritten; git gc --prune=now"
    },
    isDecisive: "compared"
  },
  { name: "nothing", make: () => "" }
]
