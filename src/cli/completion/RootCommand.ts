import { Context } from "effect"
import * as Command from "effect/cli/Command"

/** The root command, for `ultragit completion`, which is part of it. */
export const RootCommand = Context.Reference<Command.Command.Any>("ultragit/cli/completion/RootCommand", {
  defaultValue: () => Command.make("ultragit")
})
