import { Effect, type Option } from "effect"
import { CurrentVisibility, keepVisible } from "../../domain/Visibility.ts"
import type { Position } from "../../store/cursor.ts"
import { CommitsError, CursorInvalid, RepositoryUnknown } from "../model/CommitsError.ts"
import type { Registration } from "../model/Registration.ts"
import { decodePosition, selectRepositories } from "../queries/checks.ts"

/** The repositories that a question is about. */
export interface Selected {
  readonly repositories: ReadonlyArray<Registration>
  /** Whether the caller may not know of all others: nothing of them may show. */
  readonly isLimited: boolean
}

/** Selects repositories by name among those that the caller may know of; no names select all. */
export const select = Effect.fnUntraced(function* (
  all: ReadonlyArray<Registration>,
  names: ReadonlyArray<string> | undefined
) {
  const repositories = yield* selectRepositories(yield* keepVisible(all), names)
  const selected: Selected = { repositories, isLimited: (yield* CurrentVisibility) !== undefined }
  return selected
})

/** Fails with `RepositoryUnknown` for a repository that the caller may not know of, as for one that is not there. */
export const checkVisible = Effect.fnUntraced(function* <E>(
  registrations: Effect.Effect<ReadonlyArray<Registration>, E>,
  name: string
) {
  if ((yield* CurrentVisibility) === undefined) return
  const visible = yield* keepVisible(yield* registrations)
  const known = visible.map((registration) => registration.name)
  if (!known.includes(name)) return yield* new CommitsError({ reason: new RepositoryUnknown({ names: [name], known }) })
})

/** Where a page ended: the sort key that all questions have, and what each has besides. */
type PageEnd = readonly [time: number, repo: string, sha: string, ...rest: ReadonlyArray<number | string>]

/** Decodes where the previous page ended. One in a repository that the caller may not know of is none of its cursors. */
export const decodeEnd = Effect.fnUntraced(function* <End extends PageEnd>(
  { isLimited, repositories }: Selected,
  question: unknown,
  cursor: string | undefined,
  decode: (position: Position) => Option.Option<End>
) {
  const end = yield* decodePosition(question, cursor, decode)
  const isForeign = end !== undefined && isLimited && !repositories.some(({ name }) => name === end[1])
  return isForeign ? yield* new CommitsError({ reason: new CursorInvalid() }) : end
})
