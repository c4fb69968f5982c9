import type { FileComplexity } from "../../codeIndex/graph/files.ts"
import type { Hotspot } from "../model/answers.ts"

/** A hotspot with the times of the commits that changed it, in seconds since 1970. */
export interface RankedHotspot {
  readonly hotspot: Hotspot
  readonly times: ReadonlyArray<number>
}

/** Ranks files by commits × complexity. `changes`: times of the commits that changed each file. */
export const rankHotspots = (
  files: ReadonlyArray<FileComplexity>,
  changes: ReadonlyMap<string, ReadonlyArray<number>>
): ReadonlyArray<RankedHotspot> => {
  const products = files
    .flatMap((file) => {
      const times = changes.get(file.path)
      return times === undefined ? [] : [{ ...file, times, product: times.length * file.complexity }]
    })
    .toSorted((a, b) => b.product - a.product || (a.path < b.path ? -1 : 1))
  const most = products[0]?.product ?? 1
  return products.map(({ complexity, mostComplex, path, product, times }) => ({
    hotspot: {
      file_path: path,
      score: Math.round((product * 100) / most),
      churn: times.length,
      complexity,
      most_complex: mostComplex
    },
    times
  }))
}
