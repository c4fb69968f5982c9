import { annotationsToolset } from "./annotations/toolset.ts"
import { authoringToolset } from "./authoring/toolset.ts"
import { commitsToolset } from "./commits/toolset.ts"
import { codeToolset } from "./code/toolset.ts"
import { graphToolset } from "./graph/toolset.ts"
import { gitblitToolset } from "./gitblit/toolset.ts"
import type { AnyToolset } from "./tool/Toolset.ts"

/** All toolsets, in the order in which they are listed and served. */
export const toolsets: ReadonlyArray<AnyToolset> = [
  annotationsToolset,
  authoringToolset,
  commitsToolset,
  codeToolset,
  graphToolset,
  gitblitToolset
]
