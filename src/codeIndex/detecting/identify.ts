import { createHash } from "node:crypto"
import type { Detected } from "../model/findings.ts"

/** A detection with an id that does not depend on lines. */
export interface IdentifiedDetection extends Detected {
  /** 16 hexadecimal digits. */
  readonly id: string
}

/**
 * Gives detections ids of what they are about: detector, file, definition and key. The ids stay when the code moves within
 * its file; equal detections of one definition are told apart by their order.
 */
export const identify = (found: ReadonlyArray<Detected>): ReadonlyArray<IdentifiedDetection> => {
  const counts = new Map<string, number>()
  return found.map((each) => {
    const about = [each.detector, each.path, each.name, each.key ?? ""].join("\0")
    const count = counts.get(about) ?? 0
    counts.set(about, count + 1)
    const id = createHash("sha256").update(`${about}\0${count}`).digest("hex").slice(0, 16)
    return { ...each, id }
  })
}
