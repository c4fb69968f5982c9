import { departedAuthor } from "./detectors/departedAuthor.ts"
import { fixMagnet } from "./detectors/fixMagnet.ts"
import { hiddenCoupling } from "./detectors/hiddenCoupling.ts"
import { hotspot } from "./detectors/hotspot.ts"
import { singleAuthor } from "./detectors/singleAuthor.ts"
import type { HistoryDetector } from "./History.ts"

/** All detectors of history. */
export const historyDetectors: ReadonlyArray<HistoryDetector> = [
  hotspot,
  hiddenCoupling,
  fixMagnet,
  singleAuthor,
  departedAuthor
]
