import { declareInFile } from "../Detector.ts"
import { type FileFacts, findUses, ownerOf, placeOfReference } from "../FileFacts.ts"

/** What waits for time or for the network. Commands are left out: most of them end at once, or replace the process. */
const blocking = /^(?:time\.sleep|requests\.(?:get|post|put|patch|delete|head|request)|urllib\.request\.urlopen)$/

/**
 * What a lambda calls may be given to a thread; a short sleep keeps nothing waiting; and a comment for another linter says that
 * the call is meant.
 */
const blockingLine = String.raw`^(?!.*\b(?:lambda\b|sleep\(\s*0?\.\d))(?!.*#.*\bnoqa\b(?:(?!\s*:)|.*\bASYNC\d))`

/** A comment that says that everything else shall wait, or the end of the process. */
const isMeant = String.raw`#.*\b[Bb]lock|\bsys\.exit\(|\bos\.(?:_exit|exec[lv]\w*)\(`

/** Whether a function stands for one that works. */
const isMock = (name: string): boolean => /mock|fake|dummy/i.test(name)

/** Whether a function runs when nothing else is served: a program of its own, or the start or the end of a server. */
const isAlone = (name: string): boolean =>
  /(?:^|\.)(?:main|lifespan|setup_hook|(?:on_)?(?:startup|shutdown|restart|reboot))$/i.test(name)

/** Whether a file has fixtures of tests, wherever it is. */
const hasFixtures = ({ facts }: FileFacts): boolean => facts.imports.some((each) => each.module === "pytest")

export const blockingInAsync = declareInFile({
  id: "blocking-in-async",
  category: "correctness",
  finds: "A call in an async function of Python that blocks the whole thread: time.sleep, requests.get and urlopen.",
  why: "Everything else that the event loop serves waits for it.",
  fix: "Use the asynchronous form, or move the call to a thread.",
  confidence: 0.96,
  inFile: (file) =>
    findUses(file, ["call"], (origin) => (file.file.language === "python" && blocking.test(origin) ? true : undefined))
      .filter(({ reference }) => {
        const owner = ownerOf(file, reference)
        if (owner?.signature.startsWith("async ") !== true || hasFixtures(file)) return false
        return !isMock(owner.qualifiedName) && !isAlone(owner.qualifiedName)
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
