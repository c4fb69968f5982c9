import { Context } from "effect"

/**
 * Whether a question that only uses an index where there is one may also begin it: in a server with tools that do so anyway, its
 * first answer would otherwise differ from the later ones. Read at each question.
 */
export const IndexOnDemand = Context.Reference<boolean>("ultragit/codeIndex/service/IndexOnDemand", {
  defaultValue: () => false
})
