import { declareInFile } from "../Detector.ts"
import { findUses, ownerOf, placeOfReference } from "../FileFacts.ts"

const blocking =
  /^(?:time\.sleep|subprocess\.(?:run|call|check_call|check_output)|os\.system|requests\.(?:get|post|put|patch|delete|head|request)|urllib\.request\.urlopen)$/

/** What a lambda calls may be given to a thread; what ends the process itself keeps nothing waiting, nor does a short sleep. */
const blockingLine = String.raw`^(?!.*\b(?:lambda\b|getpid\b|sleep\(\s*0?\.\d))`

/** A comment that says that everything else shall wait. */
const isMeant = String.raw`#.*\b[Bb]lock`

/** Whether a function stands for one that works, or is a program that serves nothing else. */
const isAlone = (name: string): boolean => /mock|fake|dummy/i.test(name) || name === "main"

export const blockingInAsync = declareInFile({
  id: "blocking-in-async",
  category: "correctness",
  finds: "A call in an async function of Python that blocks the whole thread: time.sleep, requests.get and the like.",
  why: "Everything else that the event loop serves waits for it.",
  fix: "Use the asynchronous form, or move the call to a thread.",
  confidence: 0.84,
  inFile: (file) =>
    findUses(file, ["call"], (origin) => (file.file.language === "python" && blocking.test(origin) ? true : undefined))
      .filter(({ reference }) => {
        const owner = ownerOf(file, reference)
        return owner?.signature.startsWith("async ") === true && !isAlone(owner.qualifiedName)
      })
      .map(({ origin, reference }) => ({
        severity: "medium" as const,
        ...placeOfReference(file, reference),
        lineMustMatch: blockingLine,
        guardedBy: isMeant,
        title: `${origin} blocks in the async function ${ownerOf(file, reference)?.qualifiedName ?? ""}.`,
        key: origin
      }))
})
