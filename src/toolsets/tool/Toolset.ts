import type { Layer } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import type { CommitIndex } from "../../commitIndex/asking/CommitIndex.ts"
import type { Pipeline } from "../../pipeline/questions/Pipeline.ts"
import type { Git } from "../../adapters/git/Git.ts"
import type { GitWrites } from "../../adapters/git/GitWrites.ts"
import type { Parser } from "../../adapters/parser/Parser.ts"
import type { Settings } from "../../config/Settings.ts"
import type { Notes } from "../../notes/Notes.ts"
import type { NotesWriter } from "../../notes/NotesWriter.ts"
import type { bind, BoundTool } from "./bind.ts"

/** What the wiring can give to programs of tools; nothing of it is built before a tool is called. */
export interface ToolLayers {
  /** The four questions. */
  readonly annotations: Layer.Layer<Pipeline | Settings | Git>
  /** Writing annotations, reading included. */
  readonly authoring: Layer.Layer<Pipeline | Notes | NotesWriter | Parser | Settings | Git | GitWrites>
  /** Questions to the index of commits, read on a thread of its own. */
  readonly commits: Layer.Layer<CommitIndex>
}

/** The variables of the environment that decide what is served. */
export type Variables = Readonly<Record<string, string | undefined>>

/** One tool of a toolset. Contract and program are loaded when first asked for: schemas take time to build. */
export interface DeclaredTool<out R> {
  /** As in its contract; known before anything is loaded. */
  readonly name: string
  readonly load: () => Promise<BoundTool<R>>
  /** Whether it is served in this environment; always unless given. */
  readonly isServed?: (environment: Variables) => boolean
}

/**
 * A named group of tools (spec mcp §4), declared once: server, `--toolsets`, completion, documentation and snapshots are
 * derived from the list of declarations.
 */
export interface Toolset<R> {
  readonly name: string
  readonly title: string
  /** When to call which tool, for the server's `instructions`. */
  readonly instructions: string
  /** Whether it is served when nothing else is asked for. */
  readonly default: boolean
  /** In the order of `tools/list`. */
  readonly tools: ReadonlyArray<DeclaredTool<R>>
  readonly layer: (layers: ToolLayers) => Layer.Layer<R, Failure>
}

/** A toolset whose programs need whatever its layer gives. */
export type AnyToolset = { readonly use: <A>(work: <R>(toolset: Toolset<R>) => A) => A } & Pick<
  Toolset<never>,
  "name" | "title" | "instructions" | "default"
>

/** Declares a toolset; what its programs need, its layer must give. */
export const declare = <R>(toolset: Toolset<R>): AnyToolset => ({
  name: toolset.name,
  title: toolset.title,
  instructions: toolset.instructions,
  default: toolset.default,
  use: (work) => work(toolset)
})

/** Declares tools of one file, which is loaded, as what binds them is, when the first of them is asked for. */
export const toolFrom =
  <Tools>(load: () => Promise<Tools>) =>
  <R>(
    name: string,
    choose: (loaded: { readonly bind: typeof bind; readonly tools: Tools }) => BoundTool<R>
  ): DeclaredTool<R> => ({
    name,
    load: () => Promise.all([import("./bind.ts"), load()]).then(([binding, tools]) => choose({ ...binding, tools }))
  })
