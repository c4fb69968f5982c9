import type { FoundDefinition } from "../../../../src/codeIndex/model/answers.ts"

/** A step of a main line that repairs or adds something in few files of code. */
export interface Repair {
  readonly commit: string
  /** The first parent, whose files are searched. */
  readonly parent: string
  /** Its message as a person would file it, without paths, references and trailers. */
  readonly text: string
  /** Whether the text is that of a merged pull request. */
  readonly isPullRequest: boolean
  /** The files of code that it changed, which are no tests and existed before. */
  readonly files: ReadonlyArray<string>
}

/** A hit of a search, as far as it is judged. */
export interface Hit {
  readonly path: string
  readonly definitions: ReadonlyArray<Pick<FoundDefinition, "name" | "line">>
}
