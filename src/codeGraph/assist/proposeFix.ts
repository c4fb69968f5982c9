import { Effect, Option, Schema } from "effect"
import type { LanguageModel } from "../../adapters/llm/LanguageModel.ts"
import { maskSecrets } from "../../domain/Masking.ts"
import type { ImpactNote } from "../../codeIndex/model/graphAnswers.ts"
import type { Finding, FixAnswer } from "../model/answers.ts"
import { makePatch } from "./makePatch.ts"
import { fenceRule, makeFence, noModelMessage, withModel } from "./model.ts"
import { readText } from "./readFile.ts"

/** Tokens of one answer, thinking included. */
const maxOutputTokens = 8_192
/** Lines before and after the finding that the model sees. */
const linesAround = 20
const maxLines = 400

const described = (description: string) => Schema.String.annotate({ description })

/** A change as a model proposes it. */
const Proposed = Schema.Struct({
  description: described("What changes and why that fixes the finding, in one or two sentences"),
  first_line: Schema.Int.annotate({ description: "First line to replace" }),
  last_line: Schema.Int.annotate({ description: "Last line to replace" }),
  replacement: described("The lines to put there instead, complete and without line numbers")
})

const instructions = (fence: string): string =>
  `You propose the smallest change that fixes a finding of a code analysis, for a developer who will review it. \
${fenceRule(fence)}
Replace whole lines of the one file you see, keep its style and behaviour, and keep every constraint that is named. Lines are \
numbered; do not repeat the numbers. If the finding needs no change, replace a line by itself and say why.`

const number = (lines: ReadonlyArray<string>, start: number): string =>
  lines.map((line, index) => `${start + index}: ${line}`).join("\n")

const describeNotes = (notes: ReadonlyArray<ImpactNote>): string =>
  notes
    .flatMap(({ constraints = [], risk }) => [...constraints, ...(risk === undefined ? [] : [`Risk: ${risk}`])])
    .map((text) => `- ${text}`)
    .join("\n")

const formatPrompt = (finding: Finding, notes: ReadonlyArray<ImpactNote>, fence: string, numbered: string): string =>
  [
    `<${fence}>`,
    `Finding: ${finding.detector}, ${finding.title}`,
    `Why it matters: ${finding.why_it_matters} ${finding.suggested_fix ?? ""}`,
    ...(notes.length === 0 ? [] : ["Noted about this code:", describeNotes(notes)]),
    `File ${finding.file}:`,
    maskSecrets(numbered),
    `</${fence}>`
  ].join("\n")

/** Lines that the model is shown. */
interface Range {
  readonly start: number
  readonly end: number
}

const findRange = ({ line_end: last, line_start: first }: Finding): Range => {
  const start = Math.max(1, first - linesAround)
  return { start, end: Math.min(last + linesAround, start + maxLines) }
}

/** Makes the patch of a proposal, if it stays within the lines that the model was shown. */
const toPatch = (file: string, text: string, { end, start }: Range, proposed: typeof Proposed.Type) => {
  const { first_line: first, last_line: last, replacement } = proposed
  if (first < start || last > end || first > last) return undefined
  return makePatch(file, text, { first, last, lines: replacement.replace(/\n$/, "").split("\n") })
}

const propose = Effect.fnUntraced(function* (
  { generateObject, host, model }: LanguageModel["Service"],
  finding: Finding,
  notes: ReadonlyArray<ImpactNote>
) {
  const { lines, text } = yield* readText(finding.file)
  const range = findRange(finding)
  const shown = { start: range.start, end: Math.min(range.end, lines) }
  const fence = yield* makeFence
  const content = text.split("\n").slice(shown.start - 1, shown.end)
  const { value } = yield* generateObject({
    system: instructions(fence),
    prompt: formatPrompt(finding, notes, fence, number(content, shown.start)),
    maxOutputTokens,
    name: "change",
    description: "A change that fixes the finding",
    schema: Proposed
  })
  const diff = toPatch(finding.file, text, shown, value)
  return {
    description: value.description,
    model: `${model} at ${host}`,
    ...(diff === undefined ? { message: "The model proposes no change of the lines that it was shown." } : { diff })
  }
})

/**
 * Proposes a change that fixes a finding, as a patch that applies, by the user's language model; nothing is applied. Without
 * one, gives the finding and what is noted about its code. Fails as the model does.
 */
export const proposeFix = Effect.fn("CodeGraph.proposeFix")(function* (
  finding: Finding,
  notes: ReadonlyArray<ImpactNote>
) {
  const proposed = yield* withModel((model) => propose(model, finding, notes))
  const answer: FixAnswer = {
    finding,
    rests_on: [
      `finding ${finding.id} in ${finding.file}:${finding.line_start}-${finding.line_end}`,
      ...notes.map(({ anchor, commit, file }) => `note of ${commit.slice(0, 12)} on ${file}:${anchor}`)
    ],
    ...Option.getOrElse(proposed, () => ({ message: noModelMessage }))
  }
  return answer
})
