#!/usr/bin/env node
/* The first file of the program. Any Node can parse it, so that an old one can print the required version. */
"use strict"
;(function () {
  const version = process.versions.node.split(".").map(Number)
  if (version[0] < 22 || (version[0] === 22 && version[1] < 19)) {
    /* A hook of an agent says nothing that it is not asked for, and never fails. */
    if (process.argv[2] === "agents" && process.argv[3] === "hook") return
    process.stderr.write(
      "ultragit needs Node.js 22.19 or newer and was started with " +
        process.version +
        ": install one from https://nodejs.org and put it first on the PATH.\n"
    )
    process.exitCode = 1
    return
  }

  const asked = process.argv[2]
  if (process.argv.length === 3 && (asked === "--version" || asked === "-v" || asked === "-V" || asked === "version")) {
    process.stdout.write("ultragit v__VERSION__\n")
    return
  }

  /* Node 22 prints a warning that SQLite is experimental, which does not concern the user. */
  const emitWarning = process.emitWarning
  process.emitWarning = function (warning, options) {
    const type = typeof options === "object" && options !== null ? options.type : options
    if (type !== "ExperimentalWarning") emitWarning.apply(process, arguments)
  }

  /* Keep compiled code in the user's own folder: other users could write to a shared one. */
  const module_ = require("node:module")
  const path = require("node:path")
  const env = process.env
  let home = ""
  try {
    home = require("node:os").homedir()
  } catch {
    /* A user without an entry in the password file has no home folder, and so no cache. */
  }
  const caches =
    process.platform === "win32"
      ? env.LOCALAPPDATA || path.join(home, "AppData", "Local")
      : process.platform === "darwin"
        ? path.join(home, "Library", "Caches")
        : env.XDG_CACHE_HOME || path.join(home, ".cache")
  const isCached = path.isAbsolute(caches)
  /* For packages outside of the bundle. */
  if (isCached) module_.enableCompileCache(path.join(caches, "ultragit", "code"))

  /* Agents wait for their hooks, which have a program of their own. */
  const words = process.argv.slice(2)
  const isHook =
    words[0] === "agents" &&
    words[1] === "hook" &&
    (words.length === 2 || words[2] === "--client") &&
    (words.length < 5 ? words.length % 2 === 0 : words.length === 6 && words[4] === "--event")
  const entry = isHook ? "./agent-hook.js" : "./program.js"

  /* Commands that are run often have their own saved code, because loading takes as long as there is code. */
  const often = ["read", "deps", "history", "summary", "commit", "hook", "mcp", "code", "graph", "commits"]
  const command = isHook ? "agents-hook" : often.includes(asked) ? asked : "other"
  const load = isCached
    ? require("./loader.js").makeLoader(__dirname, path.join(caches, "ultragit", "compiled"), command)
    : require
  load(entry)
})()
