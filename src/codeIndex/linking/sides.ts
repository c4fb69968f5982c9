import type { DefinitionIndex } from "../../adapters/parser/facts/Facts.ts"
import type { LinkRules } from "./LinkRules.ts"
import type { Module } from "./Module.ts"
import type { ShapeDefinition } from "./ShapeDefinition.ts"

export type Side = "static" | "instance"

/** The members of a class itself, where a file has several of one name within functions, as tests do. */
export const ownOf = (
  module: Module,
  { kind }: ShapeDefinition,
  type: DefinitionIndex,
  members: ReadonlyArray<DefinitionIndex>
): ReadonlyArray<DefinitionIndex> => {
  if (members.length === 1 || kind !== "class") return members
  const own = members.filter((each) => module.definition(each)?.scope === type)
  return own.length === 0 ? members : own
}

/** The members of a name that a type has in a module, or its instances. */
export const membersOnSide = (
  { separatesStatics }: Pick<LinkRules, "separatesStatics">,
  module: Module,
  { name, side, type }: { readonly type: ShapeDefinition; readonly name: string; readonly side: Side }
): ReadonlyArray<DefinitionIndex> => {
  const found = module.members(type.qualifiedName, name)
  if (separatesStatics === false) return found
  const fitting = found.filter((each) => {
    const { isStatic, kind } = module.definition(each) ?? {}
    return isStatic === (side === "static") || (separatesStatics === "methods" && kind !== "method")
  })
  // Methods of a module are those of a class that it extends, itself perhaps.
  const isMixed = separatesStatics === "methods" && side === "static" && type.kind === "module"
  return isMixed && fitting.length === 0 ? found : fitting
}
