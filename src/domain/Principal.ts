import { Context } from "effect"

/** What a principal may do, in addition to reading with `write` and `model`. */
export const scopes = ["read", "write", "model"] as const
export type Scope = (typeof scopes)[number]

/** Who asks a server, and what they may. */
export interface Principal {
  readonly name: string
  /** Names of repositories; `team/*` is all below `team`, `*` is all. */
  readonly repositories: ReadonlyArray<string>
  readonly scopes: ReadonlyArray<Scope>
}

/** Who the running call is for; undefined for the user of this machine. */
export const CurrentPrincipal = Context.Reference<Principal | undefined>("ultragit/domain/Principal", {
  defaultValue: () => undefined
})

/** Whether a principal may know of a repository. */
export const maySee = ({ repositories }: Principal, name: string): boolean =>
  repositories.some(
    (allowed) =>
      allowed === "*" || allowed === name || (allowed.endsWith("/*") && name.startsWith(allowed.slice(0, -1)))
  )

/** Whether a principal may know of every repository. */
export const seesAll = ({ repositories }: Principal): boolean => repositories.includes("*")

/** Whether a principal has a scope; every scope includes reading. */
export const hasScope = (principal: Principal, scope: Scope): boolean =>
  scope === "read" ? principal.scopes.length > 0 : principal.scopes.includes(scope)
