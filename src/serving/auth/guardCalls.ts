import type { CallToolResult } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { hasScope } from "../../domain/Principal.ts"
import type { Served } from "../server/Server.ts"
import { audited, auditRefused, makeCallLimit } from "./audit.ts"
import { scopeName } from "./challenges.ts"
import { requiredScope } from "./requiredScope.ts"

interface GuardOptions {
  /** Whether audit lines have the arguments of calls. */
  readonly auditArguments: boolean
}

const refuse = (tool: string, given: unknown): CallToolResult => ({
  content: [{ type: "text", text: `This call needs the scope ${scopeName(requiredScope(tool, given))}` }],
  isError: true
})

const isError = (result: CallToolResult): boolean => result.isError === true

/** The same tools: calls are audited; those of principals need their scopes, and run a few at once. */
export const guardCalls = (served: Served, { auditArguments }: GuardOptions): Served => {
  const limitCalls = makeCallLimit()
  return {
    ...served,
    call: (context, tool, given) => {
      const work = served.call(context, tool, given)
      const { principal, repositoryName: repository = "" } = context
      if (work === undefined) return undefined
      const entry = { principal, repository, tool, ...(auditArguments ? { given: given ?? {} } : {}) }
      if (principal === undefined) return audited(entry, work, isError)
      return hasScope(principal, requiredScope(tool, given))
        ? audited(entry, limitCalls(principal)(work), isError)
        : Effect.as(auditRefused(entry), refuse(tool, given))
    }
  }
}
