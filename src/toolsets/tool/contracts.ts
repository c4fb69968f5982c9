import type { AnyContract } from "./jsonSchema.ts"
import type { AnyToolset } from "./Toolset.ts"

/** The contracts of a toolset's tools in their order, those included that not every environment serves. */
export const contractsOf = (toolset: AnyToolset): Promise<ReadonlyArray<AnyContract>> =>
  toolset.use(({ tools }) => Promise.all(tools.map(({ load }) => load().then(({ contract }) => contract))))
