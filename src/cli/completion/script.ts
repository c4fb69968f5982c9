import { bashScript } from "./bash.ts"
import { describeCommands } from "./commandTree.ts"
import { fishScript } from "./fish.ts"
import { toolsets } from "../../toolsets/toolsets.ts"
import { zshScript } from "./zsh.ts"

const makers = { bash: bashScript, fish: fishScript, zsh: zshScript }

/** Makes the completion script of a shell, without a final newline. */
export const completionScript = (root: Parameters<typeof describeCommands>[0], shell: keyof typeof makers): string =>
  makers[shell](describeCommands(root, toolsets))
