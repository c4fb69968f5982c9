import { declareInProject } from "../Detector.ts"
import { placeOfFile } from "../Project.ts"

/** Helpers for tests are published on purpose below such folders. */
const testingPath = /(?:^|\/)(?:testing|test[-_]?(?:utils?|helpers?|support|kit))(?:\/|\.|$)/i

/** Languages whose imports are texts that may be found elsewhere. */
const includes = new Set(["c", "cpp"])

export const productionImportsTest = declareInProject({
  id: "production-imports-test",
  category: "architecture",
  finds: "A file of the program that imports a test.",
  why: "Tests and what they install become part of the program.",
  fix: "Move what both need out of the test.",
  confidence: 0.2,
  off: "Of 30 that were judged 3 helped: what prepares tests, and modules named after what they test at run time.",
  inProject: ({ files, imports, production }) => {
    const own = new Set(production.flatMap(({ language, path }) => (includes.has(language) ? [] : [path])))
    const tests = new Set(
      files
        .filter(({ isGenerated, isTest, path }) => isTest && !isGenerated && !testingPath.test(path))
        .map(({ path }) => path)
    )
    return imports
      .filter(({ from, isStatic, to }) => isStatic && own.has(from) && !testingPath.test(from) && tests.has(to))
      .map(({ from, line, to }) => ({
        severity: "medium" as const,
        ...placeOfFile(from, line),
        title: `${from} imports the test ${to}.`,
        key: to
      }))
  }
})
