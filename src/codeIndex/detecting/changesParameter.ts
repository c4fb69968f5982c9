const changing = "append|extend|insert|add|update|pop|popitem|remove|discard|clear|setdefault|sort|reverse|appendleft"

/** What changes the list, dict or set that a name holds. */
const changeOf = (name: string): RegExp =>
  new RegExp(
    String.raw`(?<![\w.])${name}(?:\.(?:${changing})\(|\[[^=\n]*\]\s*(?:[-+*/|&]|//|<<|>>)?=(?!=)|\s*(?:\+|\||&|-)=)|\bdel\s+${name}\[`
  )

const storeOf = (name: string): RegExp => new RegExp(String.raw`(?<![\w.])(?:self|cls)\.(\w+)\s*=\s*${name}\s*$`)

const rebindingOf = (name: string): RegExp =>
  new RegExp(String.raw`(?<![\w.])${name}\s*(?:=(?!=)|,.*[^=!<>]=(?!=))|\bfor\s+.*\b${name}\b.*\bin\b|\bas\s+${name}\b`)

const withoutComments = (line: string): string => line.replace(/(?:^|\s)#.*$/, "")

/**
 * Whether a function of Python changes what its parameter holds: itself, or by a field that it stores it in and that the
 * file changes. Not if it gives the parameter another value before.
 */
export const changesParameter = (
  lines: ReadonlyArray<string>,
  { end, name, start }: { readonly name: string; readonly start: number; readonly end: number }
): boolean => {
  const code = lines.slice(start - 1, end).map(withoutComments)
  const bodyStart = code.findIndex((line) => /:\s*$|\)\s*(?:->.*)?:/.test(line)) + 1
  const body = code.slice(bodyStart)
  const rebound = body.findIndex((line) => rebindingOf(name).test(line))
  const own = rebound === -1 ? body : body.slice(0, rebound)
  if (own.some((line) => changeOf(name).test(line))) return true
  return own.some((line) => {
    const field = storeOf(name).exec(line)?.[1]
    if (field === undefined) return false
    const changed = changeOf(String.raw`(?:self|cls)\.${field}`)
    return lines.some((each) => changed.test(withoutComments(each)))
  })
}
