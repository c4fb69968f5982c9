import type { IdentifiedDetection } from "../../codeIndex/detecting/identify.ts"
import type { Finding } from "../model/answers.ts"
import { detectorInfos } from "./detectorList.ts"

/** Adds to a detection what is said about its detector. */
export const toFinding = (detection: IdentifiedDetection): ReadonlyArray<Finding> => {
  const info = detectorInfos.get(detection.detector)
  if (info === undefined) return []
  const { detector, endLine, id, name, path, severity, startLine, title } = detection
  return [
    {
      id,
      detector,
      severity,
      category: info.category,
      title,
      file: path,
      ...(name === "" ? {} : { name }),
      line_start: startLine,
      line_end: endLine,
      why_it_matters: info.why,
      suggested_fix: info.fix,
      confidence: info.confidence
    }
  ]
}
