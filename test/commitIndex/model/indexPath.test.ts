import { assert, describe, it } from "@effect/vitest"
import { resolveIndexPath } from "../../../src/commitIndex/model/indexPath.ts"

const at = (environment: Readonly<Record<string, string>>, platform = "linux", home = "/home/ada") =>
  resolveIndexPath({ environment, platform, home })

describe("the path of the index", () => {
  it("comes from ULTRAGIT_DB, else from COMMITMUX_DB", () => {
    assert.strictEqual(at({ ULTRAGIT_DB: "/a.db", COMMITMUX_DB: "/b.db" }), "/a.db")
    assert.strictEqual(at({ ULTRAGIT_DB: "", COMMITMUX_DB: "/b.db" }), "/b.db")
  })

  it("defaults to the platform's data folder", () => {
    assert.strictEqual(at({}), "/home/ada/.local/share/ultragit/commits.db")
    assert.strictEqual(at({ XDG_DATA_HOME: "/data" }), "/data/ultragit/commits.db")
    assert.strictEqual(at({ XDG_DATA_HOME: "data" }), "/home/ada/.local/share/ultragit/commits.db")
    assert.strictEqual(
      at({ XDG_DATA_HOME: "/data" }, "darwin", "/Users/ada"),
      "/Users/ada/Library/Application Support/ultragit/commits.db"
    )
    assert.strictEqual(
      at({ LOCALAPPDATA: "C:\\Users\\ada\\AppData\\Local" }, "win32", "C:\\Users\\ada"),
      "C:\\Users\\ada\\AppData\\Local\\ultragit\\commits.db"
    )
    assert.strictEqual(at({}, "win32", "C:\\Users\\ada"), "C:\\Users\\ada\\AppData\\Local\\ultragit\\commits.db")
  })
})
