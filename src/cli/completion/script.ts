import { bashScript } from "./bash.ts"
import { describeCommands } from "./commandTree.ts"
import { fishScript } from "./fish.ts"
import { toolsets } from "../../toolsets/toolsets.ts"
import { zshScript } from "./zsh.ts"

const makers = { bash: bashScript, fish: fishScript, zsh: zshScript }

/** The script by which a shell completes a command line, without a newline at its end. */
export const completionScript = (root: Parameters<typeof describeCommands>[0], shell: keyof typeof makers): string =>
  makers[shell](describeCommands(root, toolsets))
