import type { Redacted } from "effect"
import type { Site } from "./Site.ts"

/** A project with the token that its host gets. */
export interface Access {
  readonly site: Site
  readonly token: Redacted.Redacted
  /** Where the token is from, for messages: `GITHUB_TOKEN`, `gh auth token`. */
  readonly source: string
}
