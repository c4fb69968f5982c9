/** What a flag takes: a text, a whole number, a number, nothing (`alone`), or one of the listed words. */
export type FlagKind = "text" | "count" | "number" | "alone" | ReadonlyArray<string>

/** Arguments that need no full parser. */
interface PlainArguments {
  readonly positional: ReadonlyArray<string>
  /** Values by long name. The value of a flag that takes none is its name. */
  readonly flags: ReadonlyMap<string, string>
}

/** Words that the full parser may read as the value of the flag before them. */
const booleanText = /^(?:true|false|yes|no|on|off|[yntf01])$/i

const isValueOf = (kind: FlagKind, value: string): boolean => {
  if (kind === "text") return value !== ""
  if (kind === "count") return /^[1-9]\d{0,8}$/.test(value)
  if (kind === "number") return /^(?:0|[1-9]\d{0,8})(?:\.\d{1,9})?$/.test(value)
  return typeof kind !== "string" && kind.includes(value)
}

/** Parses a flag and counts the arguments it consumes. */
const parseFlag = (arg: string, next: string | undefined, kinds: Readonly<Record<string, FlagKind>>) => {
  const end = arg.indexOf("=")
  const name = end === -1 ? arg.slice(2) : arg.slice(2, end)
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (kind === undefined) return undefined
  if (kind === "alone") {
    const isAlone = end === -1 && (next === undefined || !booleanText.test(next))
    return isAlone ? { name, value: name, taken: 1 } : undefined
  }
  const value = end === -1 ? next : arg.slice(end + 1)
  if (value === undefined || value.startsWith("-") || !isValueOf(kind, value)) return undefined
  return { name, value, taken: end === -1 ? 2 : 1 }
}

/**
 * Parses the arguments of a command if they are simple: long flag names, each once, with valid values. Returns undefined
 * for everything else (help, short names, `--`, mistakes), which the full parser handles.
 */
export const parsePlainArguments = (
  args: ReadonlyArray<string>,
  kinds: Readonly<Record<string, FlagKind>>
): PlainArguments | undefined => {
  const positional: Array<string> = []
  const flags = new Map<string, string>()
  let end = 0
  for (const [at, arg] of args.entries()) {
    if (at < end) continue
    if (arg === "") return undefined
    if (!arg.startsWith("-")) {
      positional.push(arg)
      continue
    }
    const flag = arg.startsWith("--") ? parseFlag(arg, args[at + 1], kinds) : undefined
    if (flag === undefined || flags.has(flag.name)) return undefined
    flags.set(flag.name, flag.value)
    end = at + flag.taken
  }
  return { positional, flags }
}
