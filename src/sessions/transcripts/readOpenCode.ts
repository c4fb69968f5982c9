import { Option } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { readForeignDatabase } from "../../adapters/sql/ForeignDatabase.ts"
import type { Row } from "../../adapters/sql/Row.ts"
import { parseObject } from "./fields.ts"
import { takeOpenCode } from "./openCode.ts"
import { isInside } from "./places.ts"
import { Recorder } from "./Recorder.ts"
import { clientTitles, type Session } from "./Session.ts"

/** Maximum sessions of one database, newest first. */
const maxSessions = 2_000
/** Maximum parts of one session. */
const maxParts = 100_000

const listSessions =
  "SELECT id, directory FROM session WHERE time_updated >= ? ORDER BY time_updated DESC LIMIT " + maxSessions
const listParts = `SELECT part.data AS part, message.data AS message, part.time_created AS time FROM part
  JOIN message ON message.id = part.message_id WHERE message.session_id = ?
  ORDER BY message.time_created, message.id, part.id LIMIT ${maxParts}`

const takeRow = (row: Row, recorder: Recorder): void => {
  const [part, message] = [parseObject(row.text("part")), parseObject(row.text("message"))]
  if (Option.isNone(part) || Option.isNone(message)) recorder.skipped.invalid += 1
  else if (!takeOpenCode({ part: part.value, message: message.value, time: row.integer("time") }, recorder)) {
    recorder.skipped.unknown += 1
  }
}

const readSession = (connection: Connection, row: Row, file: string): Session => {
  const recorder = new Recorder()
  recorder.id = row.text("id")
  recorder.folder(row.text("directory"))
  for (const part of connection.all(listParts, recorder.id)) takeRow(part, recorder)
  return recorder.finish({ client: "opencode", agent: clientTitles.opencode, file, id: recorder.id })
}

/** Reads the sessions of a database of OpenCode whose working folder is in one of these work trees. */
export const readOpenCodeSessions = (file: string, roots: ReadonlyArray<string>, sinceMillis: number) =>
  readForeignDatabase(file, (connection) =>
    connection
      .all(listSessions, sinceMillis)
      .filter((row) => roots.some((root) => isInside(row.text("directory"), root)))
      .map((row) => readSession(connection, row, file))
  )
