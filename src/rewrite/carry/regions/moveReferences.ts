import type { Annotation, Region } from "../../../domain/Annotation.ts"
import { splitPlace } from "../../../notes/lookup/visitReferences.ts"
import type { Successors } from "../rewrites/successors.ts"

/** New paths of moved files, by old path. */
export type Moves = ReadonlyMap<string, string>

/** Returns all files that an annotation mentions. */
export const filesNamed = ({
  corrections = [],
  cross_cutting,
  regions,
  superseded = []
}: Annotation): ReadonlySet<string> =>
  new Set([
    ...regions.flatMap(({ file, semantic_dependencies }) => [file, ...semantic_dependencies.map((each) => each.file)]),
    ...cross_cutting.flatMap((concern) => concern.regions.map((place) => splitPlace(place).file)),
    ...corrections.map(({ file }) => file),
    ...superseded.flatMap(({ file }) => file ?? [])
  ])

const moved = (moves: Moves, file: string): string => moves.get(file) ?? file

const movedPlace = (moves: Moves, place: string): string => {
  const { file } = splitPlace(place)
  const to = moves.get(file)
  return to === undefined ? place : to + place.slice(file.length)
}

/** Updates the references of a region for moved files and rewritten commits, but not its own position. */
export const moveReferences = (region: Region, moves: Moves, successors: Successors): Region => ({
  ...region,
  semantic_dependencies: region.semantic_dependencies.map((each) => ({ ...each, file: moved(moves, each.file) })),
  related_annotations: region.related_annotations.map((each) => ({ ...each, commit: successors(each.commit) }))
})

/** Updates the files in concerns, corrections and superseded texts. */
export const moveConcerns = (annotation: Annotation, moves: Moves): Annotation => {
  const { corrections, cross_cutting, superseded } = annotation
  return {
    ...annotation,
    cross_cutting: cross_cutting.map((concern) => ({
      ...concern,
      regions: concern.regions.map((place) => movedPlace(moves, place))
    })),
    ...(corrections === undefined
      ? {}
      : { corrections: corrections.map((each) => ({ ...each, file: moved(moves, each.file) })) }),
    ...(superseded === undefined
      ? {}
      : {
          superseded: superseded.map((each) =>
            each.file === undefined ? each : { ...each, file: moved(moves, each.file) }
          )
        })
  }
}
