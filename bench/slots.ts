import type { Slot } from "./Slot.ts"
import { answers } from "./slots/answers.ts"
import { concurrency } from "./slots/concurrency.ts"
import { contest } from "./slots/contest.ts"
import { deps } from "./slots/deps.ts"
import { fileHistory } from "./slots/fileHistory.ts"
import { gitAids } from "./slots/gitAids.ts"
import { history } from "./slots/history.ts"
import { hookCost } from "./slots/hookCost.ts"
import { memory } from "./slots/memory.ts"
import { noteWrite } from "./slots/noteWrite.ts"
import { operationsKept } from "./slots/operationsKept.ts"
import { packageSize } from "./slots/packageSize.ts"
import { readCommand } from "./slots/readCommand.ts"
import { readTool } from "./slots/readTool.ts"
import { startUp } from "./slots/startUp.ts"
import { summary } from "./slots/summary.ts"

/** All slots, in the order in which they run. */
export const slots: ReadonlyArray<Slot> = [
  startUp,
  readCommand,
  readTool,
  deps,
  history,
  fileHistory,
  summary,
  concurrency,
  noteWrite,
  memory,
  answers,
  gitAids,
  packageSize,
  hookCost,
  contest,
  operationsKept
]
