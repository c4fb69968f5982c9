import { declareInFile } from "../Detector.ts"
import { findUses, placeOfReference } from "../FileFacts.ts"

const shells =
  /^(?:os\.(?:system|popen)|commands\.getoutput|subprocess\.(?:getoutput|getstatusoutput)|asyncio\.create_subprocess_shell|(?:node:)?child_process\.(?:exec|execSync)|shell_exec|passthru)$/

export const shellCommand = declareInFile({
  id: "shell-command",
  category: "security",
  finds: "A command that a shell runs: os.system, child_process.exec and the like.",
  why: "A space, quote or semicolon in a value becomes part of the command.",
  fix: "Run the program with a list of arguments, without a shell.",
  confidence: 0.4,
  off: "Of 30 that were judged 11 helped: most commands are fixed, or are what the user gave.",
  inFile: (file) =>
    findUses(file, ["call"], (origin) => (shells.test(origin) ? true : undefined)).map(({ origin, reference }) => ({
      severity: "medium" as const,
      ...placeOfReference(file, reference),
      title: `${origin} runs a command by a shell.`,
      key: origin
    }))
})
