import type { DefinitionKind } from "./Facts.ts"

/** Kinds of definitions that declare a type or namespace. */
export const typeKinds: ReadonlySet<DefinitionKind> = new Set([
  "class",
  "struct",
  "enum",
  "trait",
  "interface",
  "impl",
  "type",
  "module",
  "namespace"
])
