import { declareInFile } from "../Detector.ts"
import { findUses, placeOfReference } from "../FileFacts.ts"

const focused =
  /^(?:(?:(?:@jest\/globals|@playwright\/test|bun:test|mocha|node:test|vitest)\.)?(?:context|describe|it|suite|test)\.only|(?:node:test\.)?only|fdescribe|fit|fcontext)$/

export const focusedTest = declareInFile({
  id: "focused-test",
  category: "correctness",
  finds: "A test that was left as the only one: it.only, describe.only, fit and the like.",
  why: "All other tests of the file, or of the whole run, are left out, and the run is green.",
  fix: "Remove the `only`.",
  confidence: 0.9,
  includesTests: true,
  inFile: (file) =>
    !file.file.isTest || !/script|tsx/.test(file.file.language)
      ? []
      : findUses(file, ["call"], (origin) => (focused.test(origin) ? true : undefined)).map(
          ({ origin, reference }) => ({
            severity: "high" as const,
            ...placeOfReference(file, reference),
            title: `${origin} leaves out all other tests.`,
            key: origin
          })
        )
})
