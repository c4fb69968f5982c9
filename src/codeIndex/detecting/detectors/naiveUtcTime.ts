import { formatCount } from "../../../domain/Text.ts"
import { declareInFile } from "../Detector.ts"
import { type FileFacts, findUses, placeOfReference } from "../FileFacts.ts"
import { isForPython2 } from "../isForPython2.ts"

const naive = /^datetime\.datetime\.(?:utcnow|utcfromtimestamp)$/

/** A line on which no zone is set at once; an argument list that goes on below may set one. */
const setsNoZone = String.raw`^(?!.*\.replace\((?:.*\btzinfo\b|\s*$))`

const find = (file: FileFacts) => findUses(file, ["call", "read"], (origin) => (naive.test(origin) ? true : undefined))

type Use = ReturnType<typeof find>[number]

/** Of whose results a method `replace` is called. */
const readReplaced = ({ facts: { references, values } }: FileFacts): ReadonlySet<number> =>
  new Set(
    references.flatMap(({ value }) => {
      const member = values[value]
      const called = member?.tag === "member" && member.name === "replace" ? values[member.of] : undefined
      return called?.tag === "call" ? [called.of] : []
    })
  )

const describe = (file: FileFacts, { origin, reference }: Use, more: string) => ({
  severity: "low" as const,
  ...placeOfReference(file, reference),
  name: "",
  mayProbe: true,
  title: `${origin} is deprecated since Python 3.12, and gives a time without a zone${more}.`,
  key: origin
})

export const naiveUtcTime = declareInFile({
  id: "naive-utc-time",
  category: "correctness",
  finds: "A use of datetime.utcnow or datetime.utcfromtimestamp whose time is given no zone.",
  why: "The time it gives has no zone, so that other functions take it for local time; deprecated since Python 3.12.",
  fix: "Use datetime.now(timezone.utc), or datetime.fromtimestamp with timezone.utc.",
  confidence: 0.85,
  inFile: (file) => {
    if (file.file.language !== "python" || isForPython2(file.facts)) return []
    const replaced = readReplaced(file)
    const uses = find(file)
    const isReplaced = ({ reference }: Use): boolean => replaced.has(reference.value)
    const plain = Map.groupBy(
      uses.filter((use) => !isReplaced(use)),
      ({ origin }) => origin
    )
    return [
      ...[...plain.values()].flatMap(([first, ...others]) => {
        const count = formatCount(others.length, "more use")
        const more = others.length === 0 ? "" : `, as ${others.length === 1 ? "does" : "do"} ${count} in this file`
        return first === undefined ? [] : [describe(file, first, more)]
      }),
      ...uses.filter(isReplaced).map((use) => ({
        ...describe(file, use, ""),
        lineMustMatch: setsNoZone,
        key: `${use.origin} replace`
      }))
    ]
  }
})
