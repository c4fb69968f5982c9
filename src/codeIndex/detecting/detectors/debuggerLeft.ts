import { declareInFile } from "../Detector.ts"
import { findUses, placeOfReference } from "../FileFacts.ts"

const debuggers = /^(?:breakpoint|(?:pdb|ipdb|pudb)\.(?:set_trace|runcall)|binding\.(?:pry|irb)|byebug)$/

/** A branch, function or class for debugging, or what a module does only when it is run by itself. */
const forDebugging = String.raw`^\s*(?:if|elif|(?:async\s+)?def|class)\b.*(?:[Dd]ebug|DEBUG|[Bb]reakpoint|pdb|PDB|set_trace|__main__)`

/** Without a comment by which people tell other linters that the call is meant. */
const withoutComment = String.raw`^(?!.*#.*(?:forgotten-debug-statement|\bT100\b|\bnoqa\b(?!\s*:)))`

export const debuggerLeft = declareInFile({
  id: "debugger-left",
  category: "correctness",
  finds: "A call of a debugger in code of the program, except in what is there for debugging.",
  why: "The program stops there and waits for someone at a terminal.",
  fix: "Remove the call.",
  confidence: 0.87,
  inFile: (file) =>
    findUses(file, ["call"], (origin) => (debuggers.test(origin) ? true : undefined)).map(({ origin, reference }) => ({
      severity: "high" as const,
      ...placeOfReference(file, reference),
      rightWithin: forDebugging,
      lineMustMatch: withoutComment,
      title: `${origin} is called.`,
      key: origin
    }))
})
