import type { Question } from "../calls.ts"
import type { Subject } from "../Subject.ts"

/** A question to a rival, and the most similar question to our server. */
export interface RivalQuestion {
  /** Description of both questions. */
  readonly what: string
  readonly tool: string
  readonly args: (directory: string) => Readonly<Record<string, unknown>>
  readonly ours: Pick<Question, "tool" | "args">
}

/** Another MCP server for coding agents, from npm. */
export interface Rival {
  /** Name on npm. */
  readonly package: string
  readonly version: string
  /** Path of its script in the package. */
  readonly script: string
  readonly serve: ReadonlyArray<string>
  /** Arguments that make its index in the current repository. */
  readonly index?: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  readonly questions: (subject: Subject) => ReadonlyArray<RivalQuestion>
}
