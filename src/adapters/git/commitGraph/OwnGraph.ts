import { lstatSync } from "node:fs"
import { delimiter, join } from "node:path"
import { Effect, Option, Result } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import { privateFiles } from "../PrivateFiles.ts"
import type { GitAids } from "../process/AidedRun.ts"
import type { Repository } from "../Repository.ts"

/** Names in the private folder. Git takes the folder for an object folder, of which it reads only the commit-graph. */
const folder = "commit-graph"
const sealFile = "commit-graph.seal"
export const ownGraphNames = { folder, graph: `${folder}/info/commit-graph`, seal: sealFile } as const

const describedLines = 4
const maxSealBytes = 1024 * 1024

/** The commit-graph that a server keeps for the reads of this program, outside the object folders of the repository. */
export interface OwnGraph {
  /** The object folders among which git finds it, as git's variables. None where git could not be given their paths. */
  readonly variables: Option.Option<Readonly<Record<string, string>>>
  /** Whether it is there, and as it was left by the program that wrote it. */
  readonly isUsable: Effect.Effect<boolean>
  /** The commits whose history it has. Empty if it is not usable. */
  readonly tips: Effect.Effect<ReadonlyArray<ObjectId>>
  /** Declares what is there to be whole, with the history of these commits. Returns whether it is. */
  seal(tips: ReadonlyArray<ObjectId>): Effect.Effect<boolean>
  /** Has no program use it until it is written again. */
  readonly discard: Effect.Effect<void>
}

/** What identifies a file or folder in the state it is in. Undefined for links, shared files and what is missing. */
const identify = (path: string, kind: "file" | "folder"): string | undefined => {
  const found = Result.getOrUndefined(Result.try(() => lstatSync(path, { bigint: true, throwIfNoEntry: false })))
  if (found === undefined || !(kind === "file" ? found.isFile() && found.nlink === 1n : found.isDirectory())) return
  const size = kind === "file" ? found.size : ""
  return `${found.ino} ${size} ${found.mtimeNs} ${found.ctimeNs}`
}

/** The lines after those that {@link ownGraph} describes its files by. */
const parseTips = (text: string): ReadonlyArray<ObjectId> =>
  text
    .split("\n")
    .slice(describedLines)
    .flatMap((line) => Option.toArray(ObjectId.makeOption(line)))

const isListed = (path: string): boolean => !/["\n]/.test(path) && !path.includes(delimiter)

/**
 * The commit-graph in the private folder of a repository. Its seal says when its file and both folders last changed, as the
 * file system counts: a file that was cut off, replaced or copied from elsewhere is not used, nor a folder to which an
 * object was added.
 */
export const ownGraph = ({ commonDirectory }: Repository): OwnGraph => {
  const files = privateFiles(commonDirectory)
  const objects = join(commonDirectory, "objects")
  const { graph, seal } = ownGraphNames
  let last: { readonly state: string; readonly tips: ReadonlyArray<ObjectId> } | undefined

  /** Synchronous, as a few calls of `lstat` take less than one through the thread pool. */
  const describe = () => {
    const parts = [
      identify(files.root, "folder") === undefined ? undefined : "1",
      identify(files.pathOf(folder), "folder"),
      identify(files.pathOf(`${folder}/info`), "folder"),
      identify(files.pathOf(graph), "file")
    ]
    return parts.includes(undefined) ? undefined : parts.join("\n")
  }
  const tips = Effect.gen(function* () {
    const found = describe()
    const sealed = identify(files.pathOf(seal), "file")
    if (found === undefined || sealed === undefined) return []
    const state = `${found}\n${sealed}`
    if (last?.state === state) return last.tips
    const text = yield* Effect.orElseSucceed(files.readText(seal, maxSealBytes), () => Option.none<string>())
    const listed = Option.exists(text, (all) => all.startsWith(`${found}\n`)) ? text : Option.none()
    last = { state, tips: Option.match(listed, { onNone: () => [], onSome: parseTips }) }
    return last.tips
  })
  return {
    variables: isListed(objects)
      ? Option.some({ GIT_OBJECT_DIRECTORY: files.pathOf(folder), GIT_ALTERNATE_OBJECT_DIRECTORIES: objects })
      : Option.none(),
    tips,
    isUsable: Effect.map(tips, ({ length }) => length > 0),
    seal: (commits) => {
      const found = describe()
      return found === undefined
        ? Effect.succeed(false)
        : Effect.match(files.write(seal, [found, ...commits, ""].join("\n")), {
            onSuccess: () => true,
            onFailure: () => false
          })
    },
    discard: Effect.ignore(files.remove(seal))
  }
}

/** What makes walks of a repository's history faster, asked before each: its own commit-graph, where that is usable. */
export const makeAids = (repository: Repository): Effect.Effect<Option.Option<GitAids>> => {
  const graph = ownGraph(repository)
  const aids = Option.map(graph.variables, (env): GitAids => ({ env, distrust: graph.discard }))
  return Option.isNone(aids)
    ? Effect.succeedNone
    : Effect.map(graph.isUsable, (isUsable) => (isUsable ? aids : Option.none()))
}
