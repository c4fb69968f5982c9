import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { mayHoldCredential } from "../../../src/sessions/quoting/credentials.ts"
import { quotableSentences } from "../../../src/sessions/quoting/sentences.ts"
import { importSessions } from "../../../src/sessions/importing/importSessions.ts"
import { credentials } from "../../support/credentials.ts"
import {
  asUser,
  claudeFolder,
  claudeRecords,
  makeSessionFixture,
  rule,
  why,
  writeRecords
} from "../../support/sessions.ts"

/** Sentences that a session might hold, each around a credential. */
const around = (text: string): ReadonlyArray<string> => [
  `The acquire function must use ${text} because the pool is empty otherwise.`,
  `The acquire function must never be empty. Use "${text}" for it, because the pool needs one.`,
  `Because the pool is empty we need this for acquire:\n${text}\nand it must never be returned.`,
  `Because the pool is empty, acquire must use\n\`${text}\` and never a placeholder.`
]

const readAll = (folder: string): Effect.Effect<string> =>
  Effect.gen(function* () {
    const entries = yield* Effect.promise(() => readdir(folder, { withFileTypes: true, recursive: true }))
    const files = entries.filter((entry) => entry.isFile())
    const texts = yield* Effect.forEach(files, (file) =>
      Effect.promise(() => readFile(join(file.parentPath, file.name), "latin1"))
    )
    return texts.join("\n")
  })

describe("credentials in sessions", () => {
  it("are at least 60 kinds", () => {
    assert.isAtLeast(credentials.length, 60)
  })

  for (const { kind, secret, text } of credentials) {
    it(`never quotes a ${kind}`, () => {
      for (const sentence of around(text)) {
        assert.notInclude(quotableSentences(sentence).join("\n"), secret)
      }
    })
  }

  it("quotes prose, names, paths and versions", () => {
    for (const text of [
      rule,
      why,
      "The issue is that `mise activate bash` prints more than exports, because it defines functions.",
      "`copyMetadataDir()` in `checkpoint/committed.go` followed symlinks, which could capture sensitive files.",
      "Since go 1.25.6 the tool `golangci-lint` needs github.com/golangci/golangci-lint/v2/cmd/golangci-lint, so keep it."
    ]) {
      assert.isFalse(mayHoldCredential(text), text)
    }
  })

  it.effect("reach neither drafts nor logs nor answers", () =>
    Effect.gen(function* () {
      const fixture = yield* makeSessionFixture
      const { repository } = fixture
      const [prompt, answer, ...rest] = claudeRecords(fixture)
      const prompts = credentials.flatMap(({ text }) =>
        around(text).map((content) => ({ ...prompt, message: { role: "user", content } }))
      )
      const said = credentials.map(({ text }) => ({
        ...answer,
        message: { role: "assistant", content: [{ type: "text", text: around(text).join("\n\n") }] }
      }))
      yield* writeRecords(fixture, `${claudeFolder(repository.directory)}/s-1.jsonl`, [
        ...prompts,
        prompt,
        ...said,
        answer,
        ...rest
      ])
      const found = yield* asUser(fixture)(importSessions({ clients: [], sinceMillis: 0, dryRun: false }))
      const drafts = found.sessions.flatMap((session) => session.drafts)
      assert.lengthOf(drafts, 1)
      const kept = `${yield* readAll(join(repository.directory, ".git/ultragit"))}\n${JSON.stringify(drafts)}`
      for (const { kind, secret } of credentials) assert.notInclude(kept, secret, kind)
    })
  )
})
