import { isObject } from "../../domain/Json.ts"
import type { Scope } from "../../domain/Principal.ts"

const ifForced = (given: unknown): Scope => (isObject(given) && (given["force"] ?? false) !== false ? "write" : "read")

/** Tools that need more than reading: they write notes, start an index over, or spend the operator's key. */
const needed: ReadonlyMap<string, (given: unknown) => Scope> = new Map([
  ["ultragit_annotate", () => "write"],
  ["code-scout_index", ifForced],
  ["repotoire_analyze", ifForced],
  ["commitmux_search_semantic", () => "model"],
  ["repotoire_ask", () => "model"],
  ["repotoire_generate_fix", () => "model"]
])

/** The scope that a call needs (spec http, authentication). */
export const requiredScope = (tool: string, given: unknown): Scope => needed.get(tool)?.(given) ?? "read"
