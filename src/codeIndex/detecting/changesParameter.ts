import type { ChangedParameter } from "../model/findings.ts"

const filling = "append|extend|insert|add|update|setdefault|appendleft"
const emptying = "pop|popitem|remove|discard|clear|sort|reverse"

/** An assignment to what is in the brackets. */
const assignment = String.raw`\s*(?:[-+*/|&]|//|<<|>>)?=(?!=)`

/** The ways in which the value of a name may be changed. */
interface Changes {
  readonly initial: ChangedParameter["initial"]
  /** Whether setting an item counts. */
  readonly ofItems: boolean
}

/**
 * What changes the list, dict or set that a name holds, so that the next call finds it changed. One that is empty at first
 * stays so until something is put into it: a list then has no items that could be replaced, and one that is filtered has
 * none that could stay. A key of a dict that is written out is set again by the next call.
 */
const changeOf = (name: string, { initial, ofItems }: Changes): RegExp => {
  const methods = initial === "items" ? `${filling}|${emptying}` : filling
  const place = initial === "empty list" ? String.raw`[^=\n\]]*:[^=\n\]]*` : String.raw`(?!\s*["'])[^=\n]*`
  const other = initial === "empty list" ? String.raw`(?!.*\b${name}\b)` : ""
  const item = ofItems ? String.raw`|\[${place}\]${assignment}${other}` : ""
  const removal = initial === "items" ? String.raw`|\bdel\s+${name}\[` : ""
  return new RegExp(String.raw`(?<![\w.])${name}(?:\.(?:${methods})\(${item}|\s*(?:\+|\||&|-)=)${removal}`)
}

/** A comment in the head of a function that says that calls share the default on purpose. */
const isShared = /#.*(?:\bmutable\b|\bcach|\bB006\b|dangerous-default)/i

const storeOf = (name: string): RegExp => new RegExp(String.raw`(?<![\w.])(?:self|cls)\.(\w+)\s*=\s*${name}\s*$`)

const rebindingOf = (name: string): RegExp =>
  new RegExp(String.raw`(?<![\w.])${name}\s*(?:=(?!=)|,.*[^=!<>]=(?!=))|\bfor\s+.*\b${name}\b.*\bin\b|\bas\s+${name}\b`)

const withoutComments = (line: string): string => line.replace(/(?:^|\s)#.*$/, "")

/**
 * Whether a function of Python changes what its parameter holds: itself, or by a field that it stores it in and that the
 * file changes. Not if it gives the parameter another value before, or the field a fresh one.
 */
export const changesParameter = (
  lines: ReadonlyArray<string>,
  { end, initial, name, start }: ChangedParameter & { readonly start: number; readonly end: number }
): boolean => {
  const code = lines.slice(start - 1, end).map(withoutComments)
  const bodyStart = code.findIndex((line) => /:\s*$|\)\s*(?:->.*)?:/.test(line)) + 1
  if (lines.slice(start - 1, start - 1 + bodyStart).some((line) => isShared.test(line))) return false
  const body = code.slice(bodyStart)
  const rebound = body.findIndex((line) => rebindingOf(name).test(line))
  const own = rebound === -1 ? body : body.slice(0, rebound)
  // A dict that a function sets keys of is most often a cache, or is given by all its callers.
  const changed = changeOf(name, { initial, ofItems: initial !== "empty" })
  if (own.some((line) => changed.test(line))) return true
  return own.some((line) => {
    const field = storeOf(name).exec(line)?.[1]
    if (field === undefined) return false
    const fresh = new RegExp(String.raw`(?:self|cls)\.${field}\s*(?::.*)?=\s*(?:[\[{]|(?:list|dict|set)\()`)
    if (lines.some((each) => fresh.test(each))) return false
    const fieldChanged = changeOf(String.raw`(?:self|cls)\.${field}`, { initial, ofItems: true })
    return lines.some((each) => fieldChanged.test(withoutComments(each)))
  })
}
