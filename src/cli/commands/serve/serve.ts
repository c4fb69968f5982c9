import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { booleanFlag } from "../../kit/booleanFlags.ts"
import { dbFlag, placeFlags, toolsetsFlag } from "../../kit/flags.ts"
import { repositoryLayer } from "../../kit/layers.ts"
import { authModes } from "./authModes.ts"
import { token } from "./token.ts"
import { tokensFlag } from "./tokensFlag.ts"

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
    tlsCert: Flag.String("tls-cert").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("Serve TLS with the certificate chain in a PEM file"),
      Flag.optional
    ),
    tlsKey: Flag.String("tls-key").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("PEM file with the private key of the certificate"),
      Flag.optional
    ),
    behindProxy: Flag.String("behind-proxy").pipe(
      Flag.withMetavar("CIDR"),
      Flag.withDescription("Address or range of a proxy whose X-Forwarded-* headers count; repeatable"),
      Flag.atLeast(0)
    ),
    metricsFrom: Flag.String("metrics-from").pipe(
      Flag.withMetavar("CIDR"),
      Flag.withDescription("Address or range that may read /metrics, in addition to this machine; repeatable"),
      Flag.atLeast(0)
    ),
    auth: Flag.Literals("auth", authModes).pipe(
      Flag.withDescription("How clients say who they are (default: none, for addresses of this machine only)"),
      Flag.optional
    ),
    tokens: tokensFlag,
    rateLimit: Flag.Int("rate-limit").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("Requests a minute of each principal (default: 600)"),
      Flag.optional
    ),
    auditArguments: booleanFlag("audit-arguments", "Log the arguments of calls in the audit lines as well"),
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
