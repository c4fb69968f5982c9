import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { Effect } from "effect"
import { startServer } from "../McpProcess.ts"
import { serverOf } from "../program.ts"

const mounts = "mount -t tmpfs -o size=1m none /tmp && mount -t tmpfs none /tmp"

/** Why no file system of a test's own can be mounted here; none where it can. */
export const noMounts: string | undefined =
  spawnSync("unshare", ["--map-root-user", "--mount", "sh", "-c", mounts]).status === 0
    ? undefined
    : "no user namespaces to mount in"

/**
 * A server with all tools in a mount namespace of its own, where shell commands have been at work on the repository's
 * folder, `$1`, before it starts. `path`: how we see a file that it sees.
 */
export const startMounted = Effect.fnUntraced(function* (directory: string, commands: ReadonlyArray<string>) {
  const { args, command, env } = serverOf(directory, "--toolsets", "all")
  const script = `set -e\n${commands.join("\n")}\nshift\nexec "$@"`
  const server = yield* startServer({
    command: "unshare",
    args: ["--map-root-user", "--mount", "sh", "-c", script, "sh", directory, command, ...args],
    ...(env === undefined ? {} : { env })
  })
  return { server, path: (file: string) => join(`/proc/${server.pid}/root`, directory, file) }
})
