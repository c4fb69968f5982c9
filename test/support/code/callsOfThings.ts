import { describeEdges, linkAll, makeFacts, makeSourceView, type Sources } from "../linking.ts"

export const factsOf = await makeFacts("typescript", "javascript")

/** Lists what a file calls, as `line target`. */
export const callsOf = (sources: Sources, path: string) =>
  describeEdges(linkAll(makeSourceView(sources, factsOf)).get(path)).flatMap((line) => {
    const [, at, name] = /^(\d+) (?:\S+: )?call \S+ (\S+) (?:resolved|imported)/.exec(line) ?? []
    return at === undefined ? [] : [`${at} ${name}`]
  })

const things = `
export class Circle { area() {} }
export class Square { area() {} side() {} }
`

/** Lists what the lines of a file call, below an import of the things. */
export const callsIn = (path: string, ...lines: ReadonlyArray<string>) =>
  callsOf(
    {
      "things.ts": things,
      "things.js": things,
      [path]: ['import { Circle, Square } from "./things"', ...lines].join("\n")
    },
    path
  )
