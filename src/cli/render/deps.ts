import type { Caller, CoChanged, DepsAnswer } from "../../pipeline/answering/answers.ts"
import { blank, escapeLine, item, joinFacts, type Line, section } from "./Line.ts"
import { dependentLines, emptyLine, formatDay, formatTitle, trimmedLines, warningLines } from "./parts.ts"
import { formatCount } from "../../domain/Text.ts"

const formatPercent = (share: number): string => `${Math.round(share * 100)} %`

const coChangedLine = ({ confidence, path, reverse_confidence, since, support }: CoChanged): Line =>
  item(
    joinFacts([
      escapeLine(path),
      `in ${formatPercent(confidence)} of this file's commits`,
      `${formatPercent(reverse_confidence)} of its own`,
      `${formatCount(support, "commit")} since ${formatDay(since)}`
    ])
  )

const coChangedLines = (files: ReadonlyArray<CoChanged> = []): ReadonlyArray<Line> =>
  files.length === 0 ? [] : [blank, section("Changes together with, by history"), blank, ...files.map(coChangedLine)]

const callerLine = ({ anchor, file, how, line, through }: Caller): Line =>
  item(
    joinFacts([
      `${escapeLine(file)}:${line}`,
      anchor === undefined ? "" : escapeLine(anchor),
      how.replace("_", " "),
      through === undefined ? "" : `through ${escapeLine(through)}`
    ])
  )

const callerLines = (callers: ReadonlyArray<Caller> = []): ReadonlyArray<Line> =>
  callers.length === 0 ? [] : [blank, section("Refers to it, by the code index"), blank, ...callers.map(callerLine)]

const possibleLines = ({
  possible_callers: count = 0,
  possible_places: places = []
}: DepsAnswer): ReadonlyArray<Line> =>
  count === 0
    ? []
    : [
        blank,
        section(`Perhaps also called by ${formatCount(count, "call")} on unknown receivers, nearest first`),
        blank,
        ...places.map((place) => item(escapeLine(place)))
      ]

/** Renders the answer of `deps`: the regions that rely on the code, most confident first. */
export const renderDeps = (answer: DepsAnswer): ReadonlyArray<Line> => [
  formatTitle("What relies on", answer.query),
  ...warningLines(answer),
  blank,
  ...(answer.dependents.length === 0
    ? [
        emptyLine(
          answer,
          "dependent",
          `No annotation says that it relies on this code (${formatCount(answer.stats.commits_scanned, "annotated commit")} ` +
            `considered).${answer.callers === undefined ? " Callers may still rely on it; search for the name." : ""}`
        )
      ]
    : answer.dependents.flatMap(dependentLines)),
  ...callerLines(answer.callers),
  ...possibleLines(answer),
  ...coChangedLines(answer.co_changed),
  ...trimmedLines(answer)
]
