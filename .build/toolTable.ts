import { contractsOf } from "../src/toolsets/tool/contracts.ts"
import type { AnyToolset } from "../src/toolsets/tool/Toolset.ts"

/** A row for each tool: its name, the command with the same answers, the question, and when to use it. */
export type ToolRow = readonly [tool: string, command: string, question: string, when: string]

/** Makes the rows of all tools of these toolsets, in order. */
export const toolRows = (toolsets: ReadonlyArray<AnyToolset>): Promise<ReadonlyArray<ToolRow>> =>
  Promise.all(toolsets.map(contractsOf)).then((contracts) =>
    contracts.flat().map(({ command, description, name, title }): ToolRow => [name, command, title, description])
  )
