import { Array as Arrays, Effect, Result } from "effect"
import type { FileDiff } from "../../adapters/git/FileDiff.ts"
import { type Change, makeSourceReader, readChange } from "../../writing/annotate/Change.ts"
import { describeCommit } from "../../writing/drafts/describeCommit.ts"
import type { DraftContent, QuotedPlace } from "../../writing/drafts/Draft.ts"
import type { Quote } from "../../writing/drafts/Quote.ts"
import type { MatchedEdit, SessionMatch } from "../matching/matchSession.ts"
import { chooseQuotes, maxOfKind } from "../quoting/chooseQuotes.ts"
import { isAbout, makeTopic, scoreAbout } from "../quoting/words.ts"
import type { Session } from "../transcripts/Session.ts"
import { type EditedUnit, findEditedUnits } from "./editedUnits.ts"

/** Maximum places of a draft that quote one session. */
const maxPlaces = 12
/** Files of tests, where reasons are mostly about the test. */
const testFile =
  /(?:^|\/)(?:tests?|__tests__|spec|e2e|testdata|fixtures|[a-z0-9]+_tests?)\/|[._-](?:test|tests|spec)\.[a-z]+$|(?:^|\/)test_[^/]+\.py$/i

/** A quote and the unit that it is about. */
interface Placed extends EditedUnit {
  readonly file: string
  readonly quote: Quote
}

/** Finds the unit that a quote is about: the one with which it shares most. */
const findUnitOf = (quote: Quote, units: ReadonlyArray<EditedUnit>): EditedUnit | undefined => {
  const fitting = units.filter(({ topic }) => isAbout(quote.text, topic))
  const [first, ...others] = fitting
  return first === undefined
    ? undefined
    : others.reduce((a, b) => (scoreAbout(quote.text, b.topic) > scoreAbout(quote.text, a.topic) ? b : a), first)
}

const placeEdit = Effect.fnUntraced(function* (
  session: Session,
  { edit, entry, keys, path }: MatchedEdit,
  file: FileDiff,
  sourceOf: ReturnType<typeof makeSourceReader>
) {
  const source = yield* sourceOf(path)
  if (Result.isFailure(source)) return []
  const units = findEditedUnits(source.success, source.success.content, file.hunks, keys)
  const topic = makeTopic([path, ...edit.added, ...edit.removed, ...units.map(({ ast_anchor }) => ast_anchor.name)])
  return chooseQuotes(session, entry, topic).flatMap((quote): ReadonlyArray<Placed> => {
    const unit = findUnitOf(quote, units)
    return unit === undefined ? [] : [{ ...unit, file: path, quote }]
  })
})

/** Whether a quote may stand at a place: in tests only the user's rules. */
const mayStand = ({ file, quote }: Placed): boolean => quote.kind === "constraint" || !testFile.test(file)

/** Keeps each quote at the place with which it shares most, rather than in a test. */
const withoutRepeats = (placed: ReadonlyArray<Placed>): ReadonlyArray<Placed> => {
  const best = new Map<string, Placed>()
  const rank = ({ file, quote, topic }: Placed): number =>
    scoreAbout(quote.text, topic) - (testFile.test(file) ? 100 : 0)
  for (const each of placed.filter(mayStand)) {
    const known = best.get(each.quote.text)
    if (known === undefined || rank(each) > rank(known)) best.set(each.quote.text, each)
  }
  return [...best.values()].toSorted((a, b) => b.changed - a.changed)
}

/** Whether a place is worth a region: the request alone says what the commit's subject says. */
const saysMore = ({ quotes }: QuotedPlace): boolean => quotes.some(({ kind }) => kind !== "request")

const toPlaces = (session: Session, placed: ReadonlyArray<Placed>): ReadonlyArray<QuotedPlace> => {
  const groups = new Map<string, QuotedPlace>()
  for (const { ast_anchor, file, lines, quote } of withoutRepeats(placed)) {
    const key = `${file}\n${ast_anchor.name}\n${ast_anchor.signature ?? ""}`
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { session: session.id, file, ast_anchor, lines, quotes: [quote] })
    else if (known.quotes.filter(({ kind }) => kind === quote.kind).length < maxOfKind[quote.kind]) {
      groups.set(key, { ...known, quotes: [...known.quotes, quote] })
    }
  }
  return [...groups.values()].filter(saysMore).slice(0, maxPlaces)
}

const toContent = (
  session: Session,
  { commit }: Change,
  places: ReadonlyArray<QuotedPlace>
): ReadonlyArray<DraftContent> => {
  const described = describeCommit(commit)
  if (!Arrays.isReadonlyArrayNonEmpty(places) || described.subject === "") return []
  const { agent, client, id, model } = session
  return [
    {
      ...described,
      sessions: [{ client, agent, id, ...(model === undefined ? {} : { model }) }],
      places
    }
  ]
}

/**
 * Drafts what a session says of a commit that came of it: quotes, each at the unit that it is about. Empty where nothing
 * is worth quoting. `may`: which files may be quoted about.
 */
export const draftMatch = Effect.fn("Sessions.draftMatch")(function* (
  session: Session,
  match: SessionMatch,
  may: (path: string) => boolean
) {
  const change = yield* readChange(match.commit)
  const sourceOf = makeSourceReader(match.commit)
  const files = new Map(change.files.map((file) => [file.path, file]))
  const placed: Array<Placed> = []
  for (const edit of match.edits) {
    const file = files.get(edit.path)
    if (file !== undefined && file.kind !== "deleted" && may(edit.path)) {
      placed.push(...(yield* placeEdit(session, edit, file, sourceOf)))
    }
  }
  return toContent(session, change, toPlaces(session, placed))
})
