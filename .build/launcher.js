#!/usr/bin/env node
/* The first file of the program: plain enough for any Node to read, so that an old one can say what it needs. */
"use strict"
;(function () {
  const version = process.versions.node.split(".").map(Number)
  if (version[0] < 22 || (version[0] === 22 && version[1] < 19)) {
    process.stderr.write(
      "ultragit needs Node.js 22.19 or newer and was started with " +
        process.version +
        ": install one from https://nodejs.org and put it first on the PATH.\n"
    )
    process.exitCode = 1
    return
  }

  const asked = process.argv[2]
  if (process.argv.length === 3 && (asked === "--version" || asked === "-v")) {
    process.stdout.write("ultragit v__VERSION__\n")
    return
  }

  /* Node 22 calls SQLite experimental on standard error; that is no news for those who run this program. */
  const emitWarning = process.emitWarning
  process.emitWarning = function (warning, options) {
    const type = typeof options === "object" && options !== null ? options.type : options
    if (type !== "ExperimentalWarning") emitWarning.apply(process, arguments)
  }

  /* Compiled code is kept in the user's own folder: what lies in a shared one may be a stranger's. */
  const module_ = require("node:module")
  const path = require("node:path")
  const env = process.env
  let home = ""
  try {
    home = require("node:os").homedir()
  } catch {
    /* A user without an entry in the password file has no home, and then no cache. */
  }
  const caches =
    process.platform === "win32"
      ? env.LOCALAPPDATA || path.join(home, "AppData", "Local")
      : process.platform === "darwin"
        ? path.join(home, "Library", "Caches")
        : env.XDG_CACHE_HOME || path.join(home, ".cache")
  if (path.isAbsolute(caches)) {
    module_.enableCompileCache(path.join(caches, "ultragit", "code"))
    /* A server may be killed rather than ended, which would lose what was compiled. */
    setTimeout(module_.flushCompileCache, 3000).unref()
  }

  require("./program.js")
})()
