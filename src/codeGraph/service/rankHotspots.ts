import type { FileComplexity } from "../../codeIndex/graph/files.ts"
import type { Change } from "../../evidence/files/listChanges.ts"
import type { Hotspot } from "../model/answers.ts"

/** A hotspot with the commits that changed it, newest first. */
export interface RankedHotspot {
  readonly hotspot: Hotspot
  readonly changes: ReadonlyArray<Change>
}

/** Ranks files by commits × complexity. */
export const rankHotspots = (
  files: ReadonlyArray<FileComplexity>,
  changesOf: ReadonlyMap<string, ReadonlyArray<Change>>
): ReadonlyArray<RankedHotspot> => {
  const products = files
    .flatMap((file) => {
      const changes = changesOf.get(file.path)
      return changes === undefined ? [] : [{ ...file, changes, product: changes.length * file.complexity }]
    })
    .toSorted((a, b) => b.product - a.product || (a.path < b.path ? -1 : 1))
  const most = products[0]?.product ?? 1
  return products.map(({ changes, complexity, mostComplex, path, product }) => ({
    hotspot: {
      file_path: path,
      score: Math.round((product * 100) / most),
      churn: changes.length,
      complexity,
      most_complex: mostComplex
    },
    changes
  }))
}
