import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { rootFlag } from "../../kit/flags.ts"
import { gitblitFolderLayer } from "../../kit/layers.ts"
import { authFlags, encryptionFlags } from "../serve/protectionFlags.ts"

/** `ultragit gitblit serve`: serves a folder of repositories to clients of the Gitblit plugin. */
export const serve = Command.make(
  "serve",
  {
    root: rootFlag,
    listen: Flag.String("listen").pipe(
      Flag.withMetavar("HOST:PORT"),
      Flag.withDescription("Address to listen on; port 0 takes any free one (default: 127.0.0.1:7338)"),
      Flag.withDefault("127.0.0.1:7338")
    ),
    hosts: Flag.String("host").pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription("Host name by which clients may address the server; repeatable"),
      Flag.atLeast(0)
    ),
    cors: Flag.String("cors").pipe(
      Flag.withMetavar("ORIGIN"),
      Flag.withDescription("Let pages of this site read answers, or of any with * (default: none)"),
      Flag.optional
    ),
    ...encryptionFlags,
    ...authFlags(["none", "tokens"])
  },
  Effect.fnUntraced(function* (input) {
    const { runServe } = yield* Effect.promise(() => import("./runServe.ts"))
    return yield* runServe(input)
  })
).pipe(
  Command.withDescription(
    "Serve a folder of repositories on this machine to clients of Gitblit's search plugin, at /api/.mcp-internal/"
  ),
  Command.withShortDescription("Serve a folder to clients of Gitblit's plugin"),
  Command.withExamples([
    { command: "ultragit gitblit serve --root ~/src", description: "GITBLIT_URL is then http://127.0.0.1:7338" },
    { command: "ultragit gitblit serve --auth tokens --root /srv/git", description: "For those with a token" }
  ]),
  Command.provide((input) => gitblitFolderLayer(input))
)
