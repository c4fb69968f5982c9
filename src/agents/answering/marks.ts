import { hash } from "node:crypto"
import { Clock, Effect } from "effect"
import type { PrivateFiles } from "../../adapters/git/PrivateFiles.ts"

const sessionsFolder = "agents/sessions"
/** Marks of sessions that have shown nothing for so long are removed. */
const maxAgeMillis = 7 * 24 * 60 * 60_000

/** Short name of a session, for files and logs. */
export const nameSession = (session: string): string => hash("sha256", session).slice(0, 16)

const folderOf = (session: string): string => `${sessionsFolder}/${nameSession(session)}`

/** Lists the ids of what a session was shown. */
export const listShown = (files: PrivateFiles, session: string) =>
  Effect.map(
    Effect.orElseSucceed(files.list(folderOf(session)), (): ReadonlyArray<string> => []),
    (ids): ReadonlySet<string> => new Set(ids)
  )

/**
 * Marks ids as shown in a session, and returns those that no other hook has marked meanwhile. A session without a name, and
 * marks that cannot be written, prevent nothing.
 */
export const markShown = Effect.fnUntraced(function* (
  files: PrivateFiles,
  session: string,
  ids: ReadonlyArray<string>
) {
  if (session === "") return new Set(ids)
  const created = yield* Effect.forEach(
    ids,
    (id) => Effect.orElseSucceed(files.create(`${folderOf(session)}/${id}`, ""), () => true),
    { concurrency: 8 }
  )
  return new Set(ids.filter((_, index) => created[index] === true))
})

/** Forgets what a session was shown, because the model no longer has it. */
export const forgetShown = (files: PrivateFiles, session: string) => Effect.ignore(files.remove(folderOf(session)))

/** Removes the marks of old sessions. */
export const removeOldMarks = Effect.fnUntraced(function* (files: PrivateFiles) {
  const now = yield* Clock.currentTimeMillis
  const marks = yield* Effect.orElseSucceed(files.files(sessionsFolder), () => [])
  const newest = new Map<string, number>()
  for (const { modifiedMillis, name } of marks) {
    const folder = name.slice(0, name.lastIndexOf("/"))
    newest.set(folder, Math.max(newest.get(folder) ?? 0, modifiedMillis))
  }
  const old = [...newest].filter(([, time]) => now - time > maxAgeMillis)
  yield* Effect.forEach(old, ([folder]) => Effect.ignore(files.remove(folder)), { discard: true })
})
