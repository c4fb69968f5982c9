import { declareInProject } from "../Detector.ts"
import { placeOf } from "../Project.ts"

const minComplexity = 15
const maxSteps = 6

export const untestedComplexity = declareInProject({
  id: "untested-complexity",
  category: "design",
  finds: "A complex function that no test reaches by calls that are known.",
  why: "Nothing says whether a change broke it.",
  fix: "Test what its callers rely on before changing it.",
  confidence: 0.5,
  off: "Tests that start the program, use a client or a fixture reach code by ways that calls do not show.",
  inProject: ({ edges, files, production, threshold }) => {
    const tests = new Set(files.filter(({ isTest }) => isTest).map(({ path }) => path))
    if (tests.size === 0) return []
    const targets = Map.groupBy(edges, ({ from, within }) => `${from}\0${within}`)
    let frontier = edges.filter(({ from }) => tests.has(from))
    const reached = new Set<string>()
    for (let step = 0; step < maxSteps && frontier.length > 0; step += 1) {
      const fresh = frontier.map(({ target, to }) => `${to}\0${target}`).filter((key) => !reached.has(key))
      for (const key of fresh) reached.add(key)
      frontier = fresh.flatMap((key) => targets.get(key) ?? [])
    }
    const complex = threshold("cyclomatic", minComplexity)
    return production
      .flatMap(({ definitions }) => definitions)
      .filter((each) => each.cyclomatic >= complex && !reached.has(`${each.path}\0${each.qualifiedName}`))
      .map((definition) => ({
        severity: "low" as const,
        ...placeOf(definition),
        title: `No test is known to reach ${definition.qualifiedName}, which has complexity ${definition.cyclomatic}.`
      }))
  }
})
