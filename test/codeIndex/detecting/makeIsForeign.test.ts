import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { makeIsForeign } from "../../../src/codeIndex/detecting/makeIsForeign.ts"
import { folderFiles } from "../../../src/codeIndex/views/projectFiles.ts"

const roots: Array<string> = []
afterAll(() => roots.forEach((root) => rmSync(root, { recursive: true })))

const isForeignIn = (files: Readonly<Record<string, string>>): ((path: string) => boolean) => {
  const root = mkdtempSync(join(tmpdir(), "foreign-"))
  roots.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return makeIsForeign(
    folderFiles(root),
    Object.keys(files).filter((path) => path.endsWith(".py"))
  )
}

const many = (name: string, count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}.py`, text]))

const ours = "# Copyright 2015-2020 by The Rabbit Team\n"
const gnu =
  "GNU GENERAL PUBLIC LICENSE\nCopyright (C) 1989, 1991 Free Software Foundation, Inc.\nunder the WIPO copyright treaty adopted on 20 December 1996\nWILL ANY COPYRIGHT HOLDER BE LIABLE\n"

describe("a file from another project", () => {
  it("is one whose head names no holder of the project's licence", () => {
    const isForeign = isForeignIn({
      "LICENSE.md": "Copyright (c) 2019, Rabbit Team. All rights reserved.",
      "a.py": "# (c) 2001 Ann Fox <ann@rabbit.org>\n",
      "both.py": `${ours}# Copyright (c) 2001 Ann Fox\n`,
      "none.py": "# Redistributions must keep the copyright notice above.\n",
      "late.py": `${"#\n".repeat(2_000)}# Copyright (c) 2001 Ann Fox\n`
    })
    assert.deepStrictEqual(["a.py", "both.py", "none.py", "late.py"].map(isForeign), [true, false, false, false])
  })

  it("is one with another holder than many files have, where the licence names none", () => {
    const isForeign = isForeignIn({
      COPYING: gnu,
      ...many("own", 10, ours),
      ...many("second", 3, "# Copyright 2021 Hare GmbH\n"),
      "a.py": "# Copyright (c) 2001 Ann Fox\n"
    })
    assert.deepStrictEqual(["a.py", "own1.py", "second1.py"].map(isForeign), [true, false, false])
  })

  it("is one however its head names the holder", () => {
    const heads = [
      "Copyleft 2002 Ann Fox",
      "(c) Ann Fox",
      "© 2002 Ann Fox",
      "Copyright: 2002, Ann Fox",
      "@copyright Ann Fox (2002)",
      "Copyright The Fox Authors"
    ]
    const files = Object.fromEntries(heads.map((head, index) => [`a${index}.py`, `# ${head}\n`]))
    const isForeign = isForeignIn({ LICENSE: `${gnu}Copyright 2015 Rabbit\n`, ...many("own", 90, ours), ...files })
    assert.deepStrictEqual(Object.keys(files).filter(isForeign), Object.keys(files))
  })

  it("is none where it is not known whose code the project is", () => {
    const isForeign = isForeignIn({
      COPYING: gnu,
      ...many("own", 10, "pass\n"),
      "a.py": "# Copyright (c) 2001 Ann Fox\n"
    })
    assert.isFalse(isForeign("a.py"))
  })

  it("is none by one of the authors that are listed", () => {
    const isForeign = isForeignIn({
      LICENSE: ours,
      AUTHORS: "Ann Fox <ann@example.org>\n",
      "a.py": "# Copyright (c) 2001 Ann Fox\n"
    })
    assert.isFalse(isForeign("a.py"))
  })

  it("is one below a folder with another's licence, however many there are", () => {
    const isForeign = isForeignIn({
      LICENSE: ours,
      "a.py": "pass\n",
      "fox/LICENSE": "Copyright (c) 2001 Ann Fox\n",
      ...many("fox/src/x", 20, "# Copyright (c) 2001 Ann Fox\n"),
      "part/LICENSE": "Copyright 2024 Rabbit\n",
      "part/a.py": "pass\n"
    })
    assert.deepStrictEqual(["a.py", "fox/src/x1.py", "part/a.py"].map(isForeign), [false, true, false])
  })
})
