import { Effect } from "effect"
import { CodeError, IndexBehind } from "../../codeIndex/model/CodeError.ts"
import { escapeControls } from "../../domain/Text.ts"

/**
 * Fails where nothing was found that is connected with a node while its index is not up to date, as `warnings` say: it would read as
 * if nothing depended on the node.
 */
export const checkIndexed = (
  node: string | undefined,
  found: number,
  warnings: ReadonlyArray<string>
): Effect.Effect<void, CodeError> => {
  if (node === undefined || found > 0 || warnings.length === 0) return Effect.void
  const missing = `Nothing that ${escapeControls(node)} is connected with is indexed yet.`
  return Effect.fail(new CodeError({ reason: new IndexBehind({ missing, warnings }) }))
}
