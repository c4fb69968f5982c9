/*
 * Loads the files of the bundle with the code that V8 compiled for them in an earlier run of the same command. Unlike
 * Node's own cache, it has the functions that are compiled at their first call, and it is one file, so that a start
 * resolves and opens fewer.
 */
"use strict"
const fs = require("node:fs")
const path = require("node:path")
const vm = require("node:vm")
const { crc32 } = require("node:zlib")

/** The version of the format, and bytes of its header: size and checksum of the list of files, and how often it was saved. */
const format = "1"
const headerBytes = 12
/** V8 copies data that is not aligned. */
const alignment = 8

/** One run does not call all functions that others need, so that code is saved again, after longer and longer times. */
const minAgeMillis = 60_000
const maxAgeMillis = 24 * 3_600_000
/** Code that was compiled by another version of Node is deleted after this time. */
const maxUnusedMillis = 30 * 24 * 3_600_000
/** How long code waits until it is saved. */
const saveMillis = 3_000
/** Later, V8 may have dropped code of functions that only a start calls. */
const maxEarlyMillis = 10_000

const isEarly = () => process.uptime() * 1000 < maxEarlyMillis

const aligned = (bytes) => Math.ceil(bytes / alignment) * alignment

/** Memory for one file at a time: V8 collects garbage early if a program that starts has many buffers. */
let shared = Buffer.allocUnsafeSlow(2 ** 20)

/** Reads up to `size` bytes into memory that the next call overwrites, after `start` bytes that are left as they are. */
const readShared = (descriptor, position, size, start = 0) => {
  if (start + size >= shared.length) shared = Buffer.concat([shared.subarray(0, start), Buffer.allocUnsafe(2 * size)])
  let length = 0
  while (length < size) {
    const read = fs.readSync(descriptor, shared, start + length, size - length, position + length)
    if (read === 0) break
    length += read
  }
  return shared.subarray(start, start + length)
}

/** A file of the bundle is the body of a function, as Node loads CommonJS. */
const before = "(function (exports, require, module, __filename, __dirname) {"
const after = "\n})"

/** Reads a file of the bundle as a function, and the checksum of its bytes. One string of it, because V8 keeps each. */
const readSource = (file) => {
  const descriptor = fs.openSync(file, "r")
  try {
    shared.write(before, "latin1")
    const bytes = readShared(descriptor, 0, fs.fstatSync(descriptor).size, before.length)
    const check = crc32(bytes)
    const end = before.length + bytes.length
    shared.write(after, end, "latin1")
    return { code: shared.toString("utf8", 0, end + after.length), check }
  } finally {
    fs.closeSync(descriptor)
  }
}

/** What was saved: by file name where its bytes are, their checksum, and the checksum of the source. */
const readList = (descriptor) => {
  const { mtimeMs, size, uid } = fs.fstatSync(descriptor)
  /* Code runs as the user who loads it. */
  if (process.getuid !== undefined && uid !== process.getuid()) throw new Error("another user's file")
  const header = readShared(descriptor, 0, headerBytes)
  const [listBytes, check, saves] = [0, 4, 8].map((at) => header.readUInt32LE(at))
  if (listBytes > size) throw new Error("cut off")
  const list = readShared(descriptor, headerBytes, listBytes)
  if (crc32(list) !== check) throw new Error("damaged")
  let at = aligned(headerBytes + listBytes)
  const entries = new Map()
  for (const [name, bytes, entryCheck, source] of JSON.parse(list.toString())) {
    entries.set(name, { at, size: bytes, check: entryCheck, source })
    at = aligned(at + bytes)
  }
  return { descriptor, entries, saves, ageMillis: Date.now() - mtimeMs }
}

const openSaved = (file) => {
  let descriptor
  try {
    descriptor = fs.openSync(file, "r")
    return readList(descriptor)
  } catch {
    /* It does not exist yet, or is damaged: this run makes it. */
    if (descriptor !== undefined) fs.closeSync(descriptor)
    return { descriptor: undefined, entries: new Map(), saves: 0, ageMillis: 0 }
  }
}

/** Joins the list and the code of all files. */
const encode = (entries, saves) => {
  const list = Buffer.from(
    JSON.stringify(entries.map(({ check, data, name, source }) => [name, data.length, check, source]))
  )
  const start = aligned(headerBytes + list.length)
  const bytes = Buffer.alloc(entries.reduce((sum, { data }) => sum + aligned(data.length), start))
  for (const [at, value] of [list.length, crc32(list), saves].entries()) bytes.writeUInt32LE(value, 4 * at)
  bytes.set(list, headerBytes)
  let at = start
  for (const { data } of entries) {
    bytes.set(data, at)
    at += aligned(data.length)
  }
  return bytes
}

const removeUnused = (folder, command, kept) => {
  for (const name of fs.readdirSync(folder)) {
    const other = path.join(folder, name)
    if (name === kept || !name.startsWith(`${command}-`)) continue
    if (Date.now() - fs.statSync(other).mtimeMs > maxUnusedMillis) fs.rmSync(other, { force: true })
  }
}

/** Replaces a file in one step, because other processes may read it. A cache that cannot be written is no failure. */
const replace = (folder, name, makeBytes) => {
  const scratch = path.join(folder, `${name}.${process.pid}`)
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    /* First, because compiled code takes time to serialize. */
    fs.writeFileSync(scratch, "", { mode: 0o600 })
    try {
      fs.writeFileSync(scratch, makeBytes())
      fs.renameSync(scratch, path.join(folder, name))
    } finally {
      fs.rmSync(scratch, { force: true })
    }
  } catch {
    /* See above. */
  }
}

/** What runs of the same command saved. */
const makeSaved = (file) => {
  const { ageMillis, descriptor, entries, saves } = openSaved(file)
  const read = ({ at, check, size }) => {
    const data = readShared(descriptor, at, size)
    return data.length === size && crc32(data) === check ? data : undefined
  }
  return {
    isDue: ageMillis > Math.min(minAgeMillis * 4 ** (saves - 1), maxAgeMillis),
    saves,
    codeOf: (name, source) => {
      const entry = entries.get(name)
      return entry?.source === source ? read(entry) : undefined
    },
    /** All entries of files that `isKept` selects. */
    copy: (isKept) =>
      Array.from(entries).flatMap(([name, entry]) => {
        const data = isKept(name) ? read(entry) : undefined
        return data === undefined ? [] : [{ name, data: Buffer.from(data), check: entry.check, source: entry.source }]
      }),
    close: () => {
      if (descriptor !== undefined) fs.closeSync(descriptor)
    }
  }
}

/**
 * Returns a function that loads a file of the bundle by its name, such as `./program.js`.
 *
 * @param folder the folder of the bundle
 * @param cache the folder of saved code
 * @param command under which name the code of this run is saved
 */
exports.makeLoader = (folder, cache, command) => {
  /* Two installations would replace each other's code. */
  const installation = crc32(folder).toString(16)
  const savedName = `${command}-${format}-${process.version}-${process.arch}-${installation}`
  const saved = makeSaved(path.join(cache, savedName))
  const modules = new Map()
  const scripts = new Map()
  const unsaved = new Set()
  let { isDue } = saved

  const save = () => {
    const renewed = isEarly() && isDue ? new Set(scripts.keys()) : unsaved
    if (renewed.size === 0) return
    isDue = false
    const toEntry = (name) => {
      const { script, source } = scripts.get(name)
      const data = script.createCachedData()
      return { name, data, check: crc32(data), source }
    }
    replace(cache, savedName, () => {
      /* Of files that this run did not load, and what other processes have saved since. */
      const current = makeSaved(path.join(cache, savedName))
      const kept = current.copy((name) => !renewed.has(name) && fs.existsSync(path.join(folder, name)))
      current.close()
      removeUnused(cache, command, savedName)
      return encode([...kept, ...Array.from(renewed, toEntry)], current.saves + 1)
    })
    unsaved.clear()
  }
  let timer
  /* A server that is killed would not save it at its end. */
  const saveLater = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      save()
    }, saveMillis).unref()
  }
  if (isDue) saveLater()
  process.on("exit", save)

  const compile = (name, filename) => {
    const { check, code } = readSource(filename)
    const cachedData = saved.codeOf(name, check)
    const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
    const script = new vm.Script(code, { filename, cachedData, importModuleDynamically })
    scripts.set(name, { script, source: check })
    if (script.cachedDataRejected !== false) {
      unsaved.add(name)
      saveLater()
    }
    return script.runInThisContext()
  }

  const load = (name) => {
    const known = modules.get(name)
    if (known !== undefined) return known.exports
    const filename = path.join(folder, name)
    const loaded = { exports: {} }
    const run = compile(name, filename)
    modules.set(name, loaded)
    try {
      run(loaded.exports, requireFrom, loaded, filename, folder)
    } catch (error) {
      modules.delete(name)
      throw error
    }
    return loaded.exports
  }
  const requireFrom = (specifier) => (specifier.startsWith("./") ? load(specifier.slice(2)) : require(specifier))
  return requireFrom
}
