import { Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** What was given is neither a repository here nor an address. */
export class SourceInvalid extends Schema.TaggedError<SourceInvalid>()("SourceInvalid", { source: Schema.String }) {
  get failure(): Failure {
    return {
      code: "source_invalid",
      message: `Not a git repository: ${escapeControls(this.source)}`,
      hint: "Name a folder in a repository, or an address to clone from: https://, http://, ssh://, git://, file:// or git@host:path."
    }
  }
}

/** Another repository of the index has this name. */
export class NameTaken extends Schema.TaggedError<NameTaken>()("NameTaken", {
  name: Schema.String,
  source: Schema.String
}) {
  get failure(): Failure {
    return {
      code: "name_taken",
      message: `A repository named ${escapeControls(this.name)} is indexed already: ${escapeControls(this.source)}`,
      hint: "Give this one another name with --name. ultragit repos list shows all."
    }
  }
}

/** A repository cannot be called so. */
export class NameInvalid extends Schema.TaggedError<NameInvalid>()("NameInvalid", { name: Schema.String }) {
  get failure(): Failure {
    const what = this.name === "" ? "nothing" : escapeControls(this.name.slice(0, 120))
    return {
      code: "name_invalid",
      message: `Not a name for a repository: ${what}`,
      hint: "Give one with --name: up to 100 letters, digits, spaces and . _ - + @ /, beginning with a letter or digit."
    }
  }
}

/** The repository that one is said to be a fork of is not in the index, or is the same. */
export class ForkUnknown extends Schema.TaggedError<ForkUnknown>()("ForkUnknown", {
  name: Schema.String,
  known: Schema.Array(Schema.String)
}) {
  get failure(): Failure {
    return {
      code: "fork_unknown",
      message: `--fork-of must name another repository of the index, got ${escapeControls(this.name)}.`,
      hint:
        this.known.length === 0
          ? "The index has no other repository; add that one first: ultragit repos add PATH."
          : `The index has ${this.known.map(escapeControls).join(", ")}.`
    }
  }
}

/** Others of the index are its forks. */
export class HasForks extends Schema.TaggedError<HasForks>()("HasForks", {
  name: Schema.String,
  forks: Schema.Array(Schema.String)
}) {
  get failure(): Failure {
    const forks = this.forks.map(escapeControls)
    return {
      code: "has_forks",
      message: `${escapeControls(this.name)} is what these are forks of: ${forks.join(", ")}`,
      hint: `Remove them first, or index all of them: ultragit repos update ${forks[0] ?? ""} --fork-of ''`
    }
  }
}

/** The one error of `Repositories`. */
export class RepositoriesError
  extends Schema.TaggedError<RepositoriesError>()("RepositoriesError", {
    reason: Schema.Union([SourceInvalid, NameTaken, NameInvalid, ForkUnknown, HasForks])
  })
  implements Failure
{
  get code(): string {
    return this.reason.failure.code
  }
  override get message(): string {
    return this.reason.failure.message
  }
  get hint(): string | undefined {
    return this.reason.failure.hint
  }
}
