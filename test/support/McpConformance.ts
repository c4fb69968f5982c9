import { describe } from "@effect/vitest"
import { clients, listing } from "./conformance/clients.ts"
import { endings } from "./conformance/endings.ts"
import { errors } from "./conformance/errors.ts"
import { lines } from "./conformance/lines.ts"
import { requests } from "./conformance/requests.ts"
import { oneEra, revisions } from "./conformance/revisions.ts"
import type { ConnectedSubject, ProgramSubject } from "./conformance/Subject.ts"

const describeGroups = <A>(what: string, groups: Readonly<Record<string, (subject: A) => void>>, subject: A): void => {
  for (const [name, group] of Object.entries(groups)) {
    describe(`${what}: ${name}`, () => {
      group(subject)
    })
  }
}

/** How a server answers requests. */
export const describeRequests = (subject: ConnectedSubject): void =>
  describeGroups(`the protocol over ${subject.transport.name}`, { requests }, subject)

/** How a server lists its tools. */
export const describeListing = (subject: ConnectedSubject): void =>
  describeGroups(`the protocol over ${subject.transport.name}`, { listing }, subject)

/** What it promises to clients of each revision. */
export const describeRevisions = (subject: ConnectedSubject): void =>
  describeGroups(`the protocol over ${subject.transport.name}`, { revisions, clients }, subject)

/** What every MCP server of this program promises, over any transport (spec mcp §2). */
export const describeProtocol = (subject: ConnectedSubject): void => {
  describeRevisions(subject)
  describeRequests(subject)
  describeListing(subject)
}

/** What a server promises in addition where a connection carries messages both ways. */
export const describeConnection = (subject: ConnectedSubject): void =>
  describeGroups(`a connection over ${subject.transport.name}`, { oneEra }, subject)

/** What a server promises on its standard streams in addition (spec mcp §1 and §2). */
export const describeStandardStreams = (subject: ProgramSubject): void =>
  describeGroups("the standard streams", { errors, lines, endings }, subject)
