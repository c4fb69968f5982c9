import { Option } from "effect"
import type { Outline, Unit } from "./Outline.ts"

const removeSpace = (text: string): string => text.replace(/\s+/g, "").replace(/,(?=[)\]>])/g, "")

/** Whether a unit is a signature of TypeScript: nothing follows its head. */
const isBodiless = ({ signature }: Unit, text: string): boolean =>
  removeSpace(text).replace(/[;,]$/, "").endsWith(removeSpace(signature))

const isOverloadOfPython = (_: Unit, text: string): boolean => /^[ \t\f]*@(?:\w+\.)*overload\b/m.test(text)

/** Whether a unit is a signature that an implementation follows, by language. */
const signatures = new Map([
  ["typescript", isBodiless],
  ["tsx", isBodiless],
  ["python", isOverloadOfPython]
])

const isSameFunction = (a: Unit, b: Unit | undefined): boolean =>
  (a.type === "function" || a.type === "method") && a.type === b?.type && a.name === b.name

/**
 * Joins the signatures of an overloaded function with the implementation that follows them, if there is one: they are one
 * function to those who call it. Its lines are those of all, its signature is that of the last.
 */
export const joinOverloads = (outline: Outline, content: Uint8Array): Outline => {
  const { language, units } = outline
  const isSignature = Option.isSome(language) ? signatures.get(language.value) : undefined
  if (isSignature === undefined || !units.some((unit, at) => isSameFunction(unit, units[at + 1]))) return outline
  const lines = Buffer.from(content).toString().split("\n")
  const joined: Array<Unit> = []
  let first: Unit | undefined
  for (const [at, unit] of units.entries()) {
    const start = first?.lines.start ?? unit.lines.start
    const text = lines.slice(unit.lines.start - 1, unit.lines.end).join("\n")
    if (isSameFunction(unit, units[at + 1]) && isSignature(unit, text)) first ??= unit
    else {
      joined.push(first === undefined ? unit : { ...unit, lines: { ...unit.lines, start } })
      first = undefined
    }
  }
  return { ...outline, units: joined }
}
