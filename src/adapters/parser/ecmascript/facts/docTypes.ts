import type { ValueIndex } from "../../facts/Facts.ts"
import type { DocTypes } from "../jsdoc/addTypes.ts"
import { bindStatements } from "./bindings.ts"
import { bind, type Evaluation, findType, makeScope, none, type Scope } from "./Evaluation.ts"
import { bindTypeParameters, typeParametersOf } from "./typeParameters.ts"
import { valueAt } from "./combine.ts"
import type { Place, Visit } from "./Visit.ts"
import { visitTypeParameters } from "./visitTypes.ts"

/** A type that depends on type parameters. */
const generic = (e: Evaluation, of: ValueIndex, parameters: ReadonlyArray<ValueIndex>): ValueIndex =>
  parameters.length === 0 || of === none || of === e.unknown ? of : e.table.add({ tag: "generic", of, parameters })

/** Binds the types that comments declare or import, unless the code has others of the name. */
export const bindDocTypes = (v: Visit, { imports, typedefs }: DocTypes, place: Place): void => {
  const imported: Scope = { ...place.scope, values: new Map(), types: new Map() }
  bindStatements(v.e, imports, imported)
  for (const [name, binding] of imported.types) {
    if (!place.scope.types.has(name)) place.scope.types.set(name, binding)
  }
  for (const { name, type, typeParameters } of typedefs) {
    const scope = makeScope(place.scope)
    bindTypeParameters(v.e, typeParameters, scope)
    const binding = bind(v.e, () => generic(v.e, v.e.type(type, scope), typeParametersOf(v.e, typeParameters, scope)))
    if (!place.scope.types.has(name)) place.scope.types.set(name, binding)
    const inner = { ...place, scope }
    visitTypeParameters(v, typeParameters, inner)
    v.type(type, inner)
  }
}

/** Names that other files get from a module as values. */
const exportedNames = ({ e, exports }: Visit): ReadonlySet<string> =>
  new Set(
    exports.flatMap(({ name, value }) => {
      const known = valueAt(e, value)
      return name === "=" && known.tag === "object" ? known.members.map(([member]) => member) : [name]
    })
  )

/** Adds the types that comments of a module declare to what it exports, unless a value has the name. */
export const exportDocTypes = (v: Visit, { typedefs }: DocTypes, isModule: boolean, scope: Scope): void => {
  if (typedefs.length === 0 || (!isModule && v.exports.length === 0)) return
  const names = exportedNames(v)
  for (const { at, name } of typedefs) {
    const value = names.has(name) ? none : (findType(scope, name)?.evaluate() ?? none)
    if (value !== none && value !== v.e.unknown) v.exports.push({ name, value, at })
  }
}
