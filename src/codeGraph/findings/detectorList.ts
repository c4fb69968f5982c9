import { detectors } from "../../codeIndex/detecting/detectors.ts"
import type { DetectorInfo } from "../../codeIndex/model/findings.ts"
import { historyDetectors } from "./historyDetectors.ts"

/** What is said about each detector, by its id. */
export const detectorInfos: ReadonlyMap<string, DetectorInfo> = new Map(
  [...detectors, ...historyDetectors].map((detector) => [detector.id, detector])
)

const ofHistory = new Set(historyDetectors.map(({ id }) => id))

/** Whether a detector looks at history and people rather than at code. */
export const isOfHistory = (id: string): boolean => ofHistory.has(id)

/** Whether a detector is on by default. */
export const isOn = (id: string): boolean => detectorInfos.get(id)?.off === undefined
