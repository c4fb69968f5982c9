/** Marks the file as ours. */
const marker = "// Written by `ultragit agents install`; `ultragit agents uninstall` removes it."

/** Whether a file is the plugin, of this or another version. */
export const isPlugin = (text: string): boolean => text.startsWith(marker)

/** Everything behind the first lines of the plugin. */
const plugin = String.raw`const ask = (payload) =>
  new Promise((resolve) => {
    const child = spawn(program, [...first, "agents", "hook", "--client", "opencode"], {
      stdio: ["pipe", "pipe", "ignore"],
      timeout: 5000
    })
    let output = ""
    child.on("error", () => resolve(""))
    child.stdin.on("error", () => {})
    child.stdout.on("data", (chunk) => (output += chunk))
    child.on("close", () => {
      try {
        resolve(JSON.parse(output).hookSpecificOutput.additionalContext ?? "")
      } catch {
        resolve("")
      }
    })
    child.stdin.end(JSON.stringify(payload))
  })

export const Ultragit = async ({ directory }) => {
  const inputs = new Map()
  return {
    "tool.execute.before": async (input, output) => {
      inputs.set(input.callID, output.args)
    },
    "tool.execute.after": async (input, output) => {
      const args = input.args ?? inputs.get(input.callID)
      inputs.delete(input.callID)
      const text = await ask({
        hook_event_name: "PostToolUse",
        session_id: input.sessionID,
        cwd: directory,
        tool_name: input.tool,
        tool_input: args
      })
      if (text !== "") output.output = [output.output, text].join("\n")
    }
  }
}
`

/**
 * The plugin of OpenCode, whose hooks are functions: it passes each read and edit to this program, and appends what that
 * says to the tool's result. It does nothing where the program is not installed. `command`: program and first arguments.
 */
export const makePlugin = (command: ReadonlyArray<string>): string =>
  [
    marker,
    'import { spawn } from "node:child_process"',
    "",
    `const [program, ...first] = ${JSON.stringify(command)}`,
    "",
    plugin
  ].join("\n")
