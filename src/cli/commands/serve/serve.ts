import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { dbFlag, placeFlags, toolsetsFlag } from "../../kit/flags.ts"
import { repositoryLayer } from "../../kit/layers.ts"
import { authModes } from "./authModes.ts"
import { authFlags, encryptionFlags } from "./protectionFlags.ts"
import { token } from "./token.ts"

/** `ultragit serve`: serves the tools over HTTP. */
export const serve = Command.make(
  "serve",
  {
    listen: Flag.String("listen").pipe(
      Flag.withMetavar("HOST:PORT"),
      Flag.withDescription("Address to listen on; port 0 takes any free one (default: 127.0.0.1:7337)"),
      Flag.optional
    ),
    repos: Flag.String("repo").pipe(
      Flag.withMetavar("NAME=PATH"),
      Flag.withDescription("Serve a repository under a name; repeatable (default: the one of the working directory)"),
      Flag.atLeast(0)
    ),
    roots: Flag.String("root").pipe(
      Flag.withMetavar("FOLDER"),
      Flag.withDescription("Serve all repositories below a folder under their paths; repeatable"),
      Flag.atLeast(0)
    ),
    hosts: Flag.String("host").pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription("Host name by which clients may address the server; repeatable"),
      Flag.atLeast(0)
    ),
    grace: Flag.Int("grace").pipe(
      Flag.withMetavar("SECONDS"),
      Flag.withDescription("How long calls in flight may take when the server stops (default: 10)"),
      Flag.optional
    ),
    config: Flag.String("config").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("JSON file with the same options; those on the command line win"),
      Flag.optional
    ),
    ...encryptionFlags,
    metricsFrom: Flag.String("metrics-from").pipe(
      Flag.withMetavar("CIDR"),
      Flag.withDescription("Address or range that may read /metrics, in addition to this machine; repeatable"),
      Flag.atLeast(0)
    ),
    ...authFlags(authModes),
    noteref: placeFlags.noteref,
    toolsets: toolsetsFlag,
    db: dbFlag
  },
  Effect.fnUntraced(function* (input) {
    const { runServe } = yield* Effect.promise(() => import("./run.ts"))
    return yield* runServe(input)
  })
).pipe(
  Command.withDescription(
    "Serve the tools over HTTP (MCP) on this machine: each repository at /r/NAME/mcp, tools that span repositories at /mcp"
  ),
  Command.withShortDescription("Serve the tools over HTTP"),
  Command.withExamples([
    { command: "ultragit serve", description: "The repository of the working directory, under its folder's name" },
    { command: "ultragit serve --repo app=~/src/app --repo lib=~/src/lib", description: "Two repositories" },
    { command: "ultragit serve --root ~/src --toolsets all --listen 127.0.0.1:0", description: "All below a folder" },
    { command: "ultragit serve --auth tokens --root /srv/git", description: "For those with a token" },
    { command: "ultragit serve --config /etc/ultragit/serve.json", description: "As a file says" }
  ]),
  Command.provide(({ db, noteref }) => repositoryLayer({ repo: "", db, noteref })),
  Command.withSubcommands([token])
)
