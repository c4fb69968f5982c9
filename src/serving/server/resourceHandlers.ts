import {
  type CompleteRequest,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server
} from "@modelcontextprotocol/server"
import { escapeControls } from "../../domain/Text.ts"
import type { ResourceListing, ResourceTemplate } from "../../toolsets/tool/Toolset.ts"
import type { CallContext } from "./ServedToolset.ts"

/** The JSON of a resource, what went wrong, or undefined if there is none at the address. */
export type ResourceOutcome = { readonly text: string } | { readonly problem: string } | undefined

/** The resources that a server offers. */
export interface OfferedResources {
  readonly list: ReadonlyArray<ResourceListing>
  readonly templates: ReadonlyArray<ResourceTemplate>
  readonly read: (context: CallContext, uri: string, signal: AbortSignal) => Promise<ResourceOutcome>
  readonly complete: (
    context: CallContext,
    uriTemplate: string,
    value: string,
    signal: AbortSignal
  ) => Promise<ReadonlyArray<string>>
}

/** Maximum values of a completion (MCP, completion). */
const maxValues = 100

const readResource = (uri: string, outcome: ResourceOutcome) => {
  if (outcome === undefined) {
    throw new ResourceNotFoundError(uri, `Resource not found: ${escapeControls(uri)}`)
  }
  if ("problem" in outcome) throw new ProtocolError(ProtocolErrorCode.InternalError, outcome.problem)
  return { contents: [{ uri, mimeType: "application/json", text: outcome.text }] }
}

/** Whether a template has a variable of this name. */
const hasVariable = (uriTemplate: string, name: string): boolean =>
  [`{${name}}`, `{+${name}}`].some((variable) => uriTemplate.endsWith(variable))

/**
 * The template that is to be completed. Fails for an unknown one. None for a prompt: there are none, and the official conformance
 * runner expects a list for the one of its own server.
 */
const findTemplate = (
  templates: ReadonlyArray<ResourceTemplate>,
  ref: CompleteRequest["params"]["ref"]
): string | undefined => {
  if (ref.type === "ref/prompt") return undefined
  if (templates.some(({ uriTemplate }) => uriTemplate === ref.uri)) return ref.uri
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown resource template: ${escapeControls(ref.uri)}`)
}

/** Adds the handlers of resources and completions to a server. */
export const handleResources = (server: Server, resources: OfferedResources, context: CallContext): void => {
  server.setRequestHandler("resources/list", () => ({ resources: resources.list.map((each) => ({ ...each })) }))
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: resources.templates.map((each) => ({ ...each }))
  }))
  server.setRequestHandler("resources/read", ({ params: { uri } }, { mcpReq: { signal } }) =>
    resources.read(context, uri, signal).then((outcome) => readResource(uri, outcome))
  )
  server.setRequestHandler("completion/complete", ({ params: { argument, ref } }, { mcpReq: { signal } }) => {
    const uriTemplate = findTemplate(resources.templates, ref)
    const values =
      uriTemplate !== undefined && hasVariable(uriTemplate, argument.name)
        ? resources.complete(context, uriTemplate, argument.value, signal)
        : []
    return Promise.resolve(values).then((found) => ({
      completion: { values: found.slice(0, maxValues), total: found.length, hasMore: found.length > maxValues }
    }))
  })
}
