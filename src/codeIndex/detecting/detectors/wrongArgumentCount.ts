import type { Definition, Reference } from "../../../adapters/parser/facts/Facts.ts"
import { declareInFile } from "../Detector.ts"
import { type FileFacts, type LinkedReference, placeOfReference } from "../FileFacts.ts"

/** How many arguments a function takes; none if that cannot be told. */
const accepts = ({ parameters }: Definition) => ({
  least: parameters.filter(({ isOptional, isRest }) => !isOptional && !isRest).length,
  most: parameters.some(({ isRest }) => isRest) ? Number.POSITIVE_INFINITY : parameters.length
})

/** Whether it is declared by `def`: of a name that is given a lambda, the facts have no parameters. */
const isDeclared = ({ kind, signature }: Definition): boolean =>
  kind === "function" && /^(?:async\s+)?def\s/.test(signature)

const describe = ({ least, most }: ReturnType<typeof accepts>): string =>
  least === most ? String(least) : most === Number.POSITIVE_INFINITY ? `${least} or more` : `${least} to ${most}`

const judge = (file: FileFacts, link: LinkedReference, calls: ReadonlyMap<string, Reference>) => {
  const call = calls.get(`${link.line}:${link.column}`)
  const targets = file.facts.definitions.filter(({ qualifiedName }) => qualifiedName === link.name)
  const [target] = targets
  if (call === undefined || call.arguments < 0 || target === undefined || targets.length > 1) return []
  const isDecorated = target.lines.start !== target.line
  if (!isDeclared(target) || isDecorated || target.owner !== -1) return []
  const range = accepts(target)
  if (call.arguments >= range.least && call.arguments <= range.most) return []
  return [
    {
      severity: "high" as const,
      ...placeOfReference(file, call),
      // Under another name it may be bound to some of its arguments already.
      lineMustMatch: String.raw`(?<!\w)${link.name}\s*\(`,
      title: `${link.name} takes ${describe(range)} arguments and is given ${call.arguments}.`,
      key: link.name
    }
  ]
}

export const wrongArgumentCount = declareInFile({
  id: "wrong-argument-count",
  category: "correctness",
  finds: "A call of a function of the same Python file with too few or too many arguments.",
  why: "It fails when it runs.",
  fix: "Pass what the function takes.",
  confidence: 0.95,
  inFile: (file) => {
    if (file.file.language !== "python") return []
    const calls = new Map(
      file.facts.references
        .filter(({ kind }) => kind === "call")
        .map((reference) => [`${reference.line}:${reference.column}`, reference])
    )
    return file.links
      .filter(({ how, kind, path }) => kind === "call" && how === "resolved" && path === file.file.path)
      .flatMap((link) => judge(file, link, calls))
  }
})
