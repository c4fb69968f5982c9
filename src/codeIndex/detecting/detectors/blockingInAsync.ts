import { declareInFile } from "../Detector.ts"
import { findUses, ownerOf, placeOfReference } from "../FileFacts.ts"

const blocking =
  /^(?:time\.sleep|subprocess\.(?:run|call|check_call|check_output)|os\.system|requests\.(?:get|post|put|patch|delete|head|request)|urllib\.request\.urlopen)$/

export const blockingInAsync = declareInFile({
  id: "blocking-in-async",
  category: "correctness",
  finds: "A call in an async function of Python that blocks the whole thread: time.sleep, requests.get and the like.",
  why: "Everything else that the event loop serves waits for it.",
  fix: "Use the asynchronous form, or move the call to a thread.",
  confidence: 0.85,
  inFile: (file) =>
    findUses(file, ["call"], (origin) => (file.file.language === "python" && blocking.test(origin) ? true : undefined))
      .filter(({ reference }) => ownerOf(file, reference)?.signature.startsWith("async ") === true)
      .map(({ origin, reference }) => ({
        severity: "medium" as const,
        ...placeOfReference(file, reference),
        // What is called by a lambda may be given to a thread.
        lineMustMatch: String.raw`^(?!.*\blambda\b)`,
        title: `${origin} blocks in the async function ${ownerOf(file, reference)?.qualifiedName ?? ""}.`,
        key: origin
      }))
})
