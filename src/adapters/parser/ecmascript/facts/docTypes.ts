import type { DocTypes } from "../jsdoc/addTypes.ts"
import { bindStatements } from "./bindings.ts"
import { bind, type Scope } from "./Evaluation.ts"
import type { Place, Visit } from "./Visit.ts"

/** Binds the types that comments declare or import, unless the code has others of the name. */
export const bindDocTypes = (v: Visit, { imports, typedefs }: DocTypes, place: Place): void => {
  const imported: Scope = { ...place.scope, values: new Map(), types: new Map() }
  bindStatements(v.e, imports, imported)
  for (const [name, binding] of imported.types) {
    if (!place.scope.types.has(name)) place.scope.types.set(name, binding)
  }
  for (const [name, type] of typedefs) {
    const binding = bind(v.e, () => v.e.type(type, place.scope))
    if (!place.scope.types.has(name)) place.scope.types.set(name, binding)
    v.type(type, place)
  }
}
