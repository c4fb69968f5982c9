import type { AnyContract } from "./jsonSchema.ts"
import type { AnyToolset } from "./Toolset.ts"

/** Loads the contracts of a toolset in order, including those that this environment does not serve. */
export const contractsOf = (toolset: AnyToolset): Promise<ReadonlyArray<AnyContract>> =>
  toolset.use(({ tools }) => Promise.all(tools.map(({ load }) => load().then(({ contract }) => contract))))
