import type { Effect, Layer } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import type { CommitIndex } from "../../commitIndex/service/CommitIndex.ts"
import type { CodeGraph, CodeGraphError } from "../../codeGraph/service/CodeGraph.ts"
import type { CodeIndex, CodeIndexError } from "../../codeIndex/service/CodeIndex.ts"
import type { Pipeline } from "../../pipeline/questions/Pipeline.ts"
import type { Git } from "../../adapters/git/Git.ts"
import type { GitWrites } from "../../adapters/git/GitWrites.ts"
import type { Parser } from "../../adapters/parser/Parser.ts"
import type { Settings } from "../../config/Settings.ts"
import type { Notes } from "../../notes/Notes.ts"
import type { NotesWriter } from "../../notes/NotesWriter.ts"
import type { RepositoryHost } from "../../repositoryHost/model/RepositoryHost.ts"
import type { OpenRepositories } from "../../openRepositories/OpenRepositories.ts"
import type { bind, BoundTool } from "./bind.ts"

/** A layer of services for the repository that a tool is called for. */
type RepositoryLayer<R, E = never> = Layer.Layer<R, E, OpenRepositories>

/** Layers for tool programs. None is built before a tool is called. */
export interface ToolLayers {
  /** Reading annotations. */
  readonly annotations: RepositoryLayer<Pipeline | Settings | Git>
  /** Reading and writing annotations. */
  readonly authoring: RepositoryLayer<Pipeline | Notes | NotesWriter | Parser | Settings | Git | GitWrites>
  /** The commit index, read on a worker thread; the same for all repositories. */
  readonly commits: RepositoryLayer<CommitIndex>
  /** The code index of the repository, made and read on threads. */
  readonly code: RepositoryLayer<CodeIndex, CodeIndexError>
  /** The graph of the code index, and history. */
  readonly graph: RepositoryLayer<CodeGraph, CodeGraphError>
  /** The repositories of a server or folder; the same for all repositories. */
  readonly gitblit: RepositoryLayer<RepositoryHost, Failure>
}

/** Environment variables that decide which tools are served. */
export type Variables = Readonly<Record<string, string | undefined>>

/** One tool of a toolset. Its contract and program load on first use, because schemas take time to build. */
interface DeclaredTool<out R> {
  /** Name as in the contract, available before the contract is loaded. */
  readonly name: string
  readonly load: () => Promise<BoundTool<R>>
  /** Whether to serve the tool in this environment. Default: always. */
  readonly isServed?: (environment: Variables) => boolean
}

/** A resource as clients list it. */
export interface ResourceListing {
  readonly uri: string
  readonly name: string
  readonly description: string
  readonly mimeType: "application/json"
}

/** A family of resources: `uriTemplate` has one variable in braces, which `complete` completes. */
export interface ResourceTemplate extends Omit<ResourceListing, "uri"> {
  readonly uriTemplate: string
}

/** Programs that read resources. */
export interface ResourcePrograms<R> {
  /** Reads a resource as data for JSON; undefined if there is none at this address. */
  read(uri: string): Effect.Effect<unknown, Failure, R> | undefined
  /** Lists values of a template's variable that begin with `value`, best first. */
  complete(uriTemplate: string, value: string): Effect.Effect<ReadonlyArray<string>, Failure, R>
}

/** The resources of a toolset. The programs load on first use. */
export interface DeclaredResources<R> {
  readonly list: ReadonlyArray<ResourceListing>
  readonly templates: ReadonlyArray<ResourceTemplate>
  readonly load: () => Promise<ResourcePrograms<R>>
}

/** What is said of a toolset. */
export interface ToolsetDescription {
  readonly name: string
  readonly title: string
  /** When to call which tool, for the server's `instructions`. */
  readonly instructions: string
  /** The same in a few words, for a server whose toolsets have more instructions than fit. */
  readonly brief?: string
  /** Whether the toolset is served by default. */
  readonly default: boolean
  /** Whether its tools need no repository, because they ask about many. Default: no. */
  readonly spansRepositories?: boolean
  /** Whether its tools make the code index of a repository, so that other tools may. Default: no. */
  readonly indexesCode?: boolean
}

/**
 * A named group of tools (spec mcp §4). The server, `--toolsets`, completion, documentation and snapshots derive from the
 * list of declarations.
 */
interface Toolset<R> extends ToolsetDescription {
  /** Tools in the order of `tools/list`. */
  readonly tools: ReadonlyArray<DeclaredTool<R>>
  readonly resources?: DeclaredResources<R>
  readonly layer: (layers: ToolLayers) => RepositoryLayer<R, Failure>
}

/** A toolset with its service type hidden. */
export type AnyToolset = { readonly use: <A>(work: <R>(toolset: Toolset<R>) => A) => A } & Pick<
  Toolset<never>,
  "name" | "title" | "instructions" | "brief" | "default"
>

/** Declares a toolset. Its layer must provide everything that its programs need. */
export const declare = <R>(toolset: Toolset<R>): AnyToolset => ({
  name: toolset.name,
  title: toolset.title,
  instructions: toolset.instructions,
  ...(toolset.brief === undefined ? {} : { brief: toolset.brief }),
  default: toolset.default,
  use: (work) => work(toolset)
})

/** Declares the tools of one module, which is imported when one of them is first used. */
export const toolFrom =
  <Tools>(load: () => Promise<Tools>) =>
  <R>(
    name: string,
    choose: (loaded: { readonly bind: typeof bind; readonly tools: Tools }) => BoundTool<R>
  ): DeclaredTool<R> => ({
    name,
    load: () => Promise.all([import("./bind.ts"), load()]).then(([binding, tools]) => choose({ ...binding, tools }))
  })
