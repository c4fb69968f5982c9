import { assert, describe, it } from "@effect/vitest"
import { parseConfig } from "../../../../src/adapters/git/parse/ConfigParser.ts"
import { withoutFilters, withoutHooks } from "../../../../src/adapters/git/process/EmptySettings.ts"

/** A configuration as git lists it: scope, origin, key and value. */
const configOf = (entries: Readonly<Record<string, string>>) =>
  parseConfig(
    Buffer.from(
      Object.entries(entries)
        .map(([key, value]) => `local\0file:.git/config\0${key}\n${value}\0`)
        .join("")
    )
  )

describe("what runs no program of the configuration", () => {
  it("disables each hook that has an event, by its name", () => {
    const config = configOf({
      "hook.a = b.event": "pre-push",
      "hook..event": "reference-transaction",
      "hook.idle.command": "true",
      "core.hookspath": "x"
    })
    assert.deepStrictEqual(withoutHooks(config), {
      options: ["--config-env=hook.a = b.enabled=ULTRAGIT_NOTHING", "--config-env=hook..enabled=ULTRAGIT_NOTHING"],
      env: { ULTRAGIT_NOTHING: "" }
    })
  })

  it("empties the commands of each filter", () => {
    const config = configOf({ "filter.lfs.clean": "git-lfs clean", "filter.lfs.smudge": "git-lfs smudge" })
    assert.deepStrictEqual(withoutFilters(config).options, [
      "--config-env=filter.lfs.clean=ULTRAGIT_NOTHING",
      "--config-env=filter.lfs.process=ULTRAGIT_NOTHING",
      "--config-env=filter.lfs.required=ULTRAGIT_NOTHING"
    ])
  })
})
