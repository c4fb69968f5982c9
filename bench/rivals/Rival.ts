import type { Question } from "../asking.ts"
import type { Subject } from "../Subject.ts"

/** A question to a rival, beside the one of ours that comes nearest. */
export interface RivalQuestion {
  /** In words: what it is asked, and what ours is. */
  readonly what: string
  readonly tool: string
  readonly args: (directory: string) => Readonly<Record<string, unknown>>
  readonly ours: Pick<Question, "tool" | "args">
}

/** Another MCP server that coding agents use, as its registry has it. */
export interface Rival {
  /** On npm. */
  readonly package: string
  readonly version: string
  /** Its script, below the folder of the package. */
  readonly script: string
  readonly serve: ReadonlyArray<string>
  /** What makes its index in the repository it is started in. */
  readonly index?: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  readonly questions: (subject: Subject) => ReadonlyArray<RivalQuestion>
}
