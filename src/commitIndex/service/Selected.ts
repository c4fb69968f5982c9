import { Effect, type Option } from "effect"
import { CurrentVisibility, keepVisible } from "../../domain/Visibility.ts"
import type { Position } from "../../store/cursor.ts"
import { CommitsError, CursorInvalid, RepositoryUnknown } from "../model/CommitsError.ts"
import type { Registration } from "../model/Registration.ts"
import { decodePosition, selectRepositories } from "../queries/checks.ts"
import { toKnownName } from "../queries/knownName.ts"

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
  const visible = yield* keepVisible(all)
  const repositories = yield* selectRepositories(
    visible,
    names?.map((name) => toKnownName(visible, name))
  )
  const selected: Selected = { repositories, isLimited: (yield* CurrentVisibility) !== undefined }
  return selected
})

/** Selects the repository that a name means. One that the caller may not know of fails as one that is not there. */
export const selectOne = Effect.fnUntraced(function* (all: ReadonlyArray<Registration>, name: string) {
  const { repositories } = yield* select(all, [name])
  const [found] = repositories
  const known = all.map((registration) => registration.name)
  return found ?? (yield* new CommitsError({ reason: new RepositoryUnknown({ names: [name], known }) }))
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
