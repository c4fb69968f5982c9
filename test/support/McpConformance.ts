import { describe } from "@effect/vitest"
import { clients, listing } from "./conformance/clients.ts"
import { endings } from "./conformance/endings.ts"
import { errors } from "./conformance/errors.ts"
import { lines } from "./conformance/lines.ts"
import { revisions } from "./conformance/revisions.ts"
import type { Subject } from "./conformance/Subject.ts"

/** What every MCP server of this program promises on its pipes (spec mcp §1 and §2). */
export const describeConformance = (subject: Subject): void => {
  const groups = { revisions, errors, lines, endings, listing, clients }
  for (const [name, group] of Object.entries(groups)) {
    describe(`the protocol: ${name}`, () => {
      group(subject)
    })
  }
}
