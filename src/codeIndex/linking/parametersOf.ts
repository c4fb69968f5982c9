import type { Definition, Facts, Parameter, ValueIndex } from "../../adapters/parser/facts/Facts.ts"

/** Whether other files see only what is exported or reached from there. */
export const isEcmascript = (language: string): boolean => /^(?:typescript|tsx|javascript|jsx)$/.test(language)

/** Whether a value is more than one of the language's library. */
const isOwn = ({ values }: Facts, index: ValueIndex): boolean => {
  const pending = [index]
  for (const each of pending) {
    const value = values[each]
    if (value === undefined || value.tag === "unknown" || value.tag === "global") continue
    if (value.tag === "instance") pending.push(value.of)
    else if (value.tag === "apply") pending.push(value.of, ...value.arguments)
    else if (value.tag === "union") pending.push(...value.of)
    else return true
  }
  return false
}

const none: ReadonlyArray<ValueIndex> = []

const hasExtensions = (language: string): boolean => language === "kotlin" || language === "csharp"

/** Whether a parameter is what an extension extends. */
export const isReceiver = ({ name }: Parameter): boolean => name === "this"

/** What is declared for parameters, in languages in which links use it. */
export const parametersOf = (language: string, facts: Facts, { parameters }: Definition): ReadonlyArray<ValueIndex> => {
  if (parameters.length === 0) return none
  if (hasExtensions(language))
    return parameters.slice(0, 1).flatMap((first) => (isReceiver(first) ? [first.value] : []))
  if (!isEcmascript(language) && language !== "python") return none
  const own = parameters.map(({ value }) => (isOwn(facts, value) ? value : -1))
  return own.every((value) => value === -1) ? none : own
}
