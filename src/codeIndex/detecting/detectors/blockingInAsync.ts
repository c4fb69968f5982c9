import { declareInFile } from "../Detector.ts"
import { findUses, ownerOf, placeOfReference } from "../FileFacts.ts"

const blocking =
  /^(?:time\.sleep|subprocess\.(?:run|call|check_call|check_output)|os\.system|requests\.(?:get|post|put|patch|delete|head|request)|urllib\.request\.urlopen|(?:node:)?(?:fs|child_process)\.(?:readFile|writeFile|appendFile|readdir|rm|cp|copyFile|exec|execFile|spawn)Sync)$/

export const blockingInAsync = declareInFile({
  id: "blocking-in-async",
  category: "correctness",
  finds:
    "A call in an async function that blocks the whole thread: time.sleep, requests.get, readFileSync and the like.",
  why: "Everything else that the event loop serves waits for it.",
  fix: "Use the asynchronous form, or move the call to a thread.",
  confidence: 0.85,
  inFile: (file) =>
    findUses(file, ["call"], (origin) => (blocking.test(origin) ? true : undefined))
      .filter(({ reference }) => /^(?:export )?(?:default )?async /.test(ownerOf(file, reference)?.signature ?? ""))
      .map(({ origin, reference }) => ({
        severity: origin.endsWith("Sync") ? ("low" as const) : ("medium" as const),
        ...placeOfReference(file, reference),
        title: `${origin} blocks in the async function ${ownerOf(file, reference)?.qualifiedName ?? ""}.`,
        key: origin
      }))
})
