import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { RootCommand } from "../../completion/RootCommand.ts"

const shell = Argument.Literals("shell", ["bash", "zsh", "fish"]).pipe(
  Argument.withDescription("Shell: bash, zsh or fish")
)

/** `ultragit completion`: prints the completion script of a shell. */
export const completion = Command.make(
  "completion",
  { shell },
  Effect.fnUntraced(function* (input) {
    const [{ completionScript }, { writeOutput }] = yield* Effect.promise(() =>
      Promise.all([import("../../completion/script.ts"), import("../../kit/output.ts")])
    )
    yield* writeOutput(`${completionScript(yield* RootCommand, input.shell)}\n`)
  })
).pipe(
  Command.withDescription(
    "Print the script that makes a shell complete commands, flags, choices and paths. Run this again after an update; " +
      "new shells read the script"
  ),
  Command.withShortDescription("Print completion scripts for bash, zsh and fish"),
  Command.withExamples([
    {
      command:
        "mkdir -p ~/.local/share/bash-completion/completions && ultragit completion bash > ~/.local/share/bash-completion/completions/ultragit",
      description: "bash, with the bash-completion package"
    },
    {
      command: "ultragit completion bash > ~/.ultragit-completion && echo '. ~/.ultragit-completion' >> ~/.bashrc",
      description: "bash without that package, as on macOS"
    },
    {
      command: "mkdir -p ~/.zfunc && ultragit completion zsh > ~/.zfunc/_ultragit",
      description: "zsh; in ~/.zshrc, before compinit: fpath=(~/.zfunc $fpath); autoload -Uz compinit; compinit"
    },
    {
      command: "ultragit completion fish > ~/.config/fish/completions/ultragit.fish",
      description: "fish"
    }
  ])
)
