import { Context } from "effect"
import * as Command from "effect/cli/Command"

/** All of the command line, for a command that speaks of the others. */
export const RootCommand = Context.Reference<Command.Command.Any>("ultragit/cli/completion/RootCommand", {
  defaultValue: () => Command.make("ultragit")
})
