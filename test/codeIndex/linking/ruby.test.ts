import { assert, describe, it } from "@effect/vitest"
import { joinLines as lines, makeDescribeCalls, makeFacts } from "../../support/linking.ts"

const factsOf = await makeFacts("ruby")
const callsOf = makeDescribeCalls(factsOf)

/** The calls of a file whose line names one of these methods. */
const callsTo = (name: RegExp, ...text: ReadonlyArray<string>): ReadonlyArray<string> =>
  callsOf({ "app.rb": lines("class Pool", "  def acquire; end", "  def close; end", "end", ...text) }, "app.rb").filter(
    (line) => name.test(line)
  )

describe("a bare name as receiver", () => {
  it("is a call of the method of that name, and what it gives", () => {
    assert.deepStrictEqual(
      callsTo(
        / (?:\S*#)?(?:acquire|close) /,
        "class App",
        "  def conn",
        "    Pool.new",
        "  end",
        "  def go",
        "    conn.acquire",
        "    made = conn",
        "    made.close",
        "  end",
        "  def pool = conn",
        "end",
        "class Special < App",
        "  def go",
        "    pool.acquire",
        "    tap { conn.close }",
        "  end",
        "end"
      ),
      [
        "10 App#go: call app.rb Pool#acquire imported",
        "12 App#go: call app.rb Pool#close imported",
        "18 Special#go: call app.rb Pool#acquire imported",
        "19 Special#go: call app.rb Pool#close imported"
      ]
    )
  })

  it("is not known where no method of the project gives it", () => {
    assert.deepStrictEqual(
      callsTo(
        / (?:\S*#)?(?:account|acquire|close) /,
        "class App",
        "  def close; end",
        "  def go",
        "    dup.close",
        "    user.account.close",
        "  end",
        "end",
        "conn.acquire"
      ),
      [
        "8 App#go: call close name_only",
        "9 App#go: call account name_only",
        "9 App#go: call close name_only",
        "12 call acquire name_only"
      ]
    )
  })

  it("is a variable where one has that name, however it is declared", () => {
    assert.deepStrictEqual(
      callsTo(
        / (?:\S*#)?(?:acquire|close) /,
        "class App",
        "  def conn = Pool.new",
        "  def go(list)",
        "    list.each { |(conn, *other)| conn.acquire }",
        "    list.each { |a; conn| conn.acquire }",
        "    run ->((conn, other)) { conn.acquire }",
        "  end",
        "  def loop(list)",
        "    for other, conn in list do conn.acquire end",
        "  end",
        "  def match(value)",
        "    case value",
        "    in { conn:, age: Integer } then conn.acquire",
        "    end",
        "  end",
        "  def matched(value)",
        "    value => [Integer => conn, *]",
        "    conn.acquire",
        "  end",
        "  def pinned(value)",
        "    conn.close if value in ^conn",
        "  end",
        "end"
      ),
      [
        "8 App#go: call acquire name_only",
        "9 App#go: call acquire name_only",
        "10 App#go: call acquire name_only",
        "13 App#loop: call acquire name_only",
        "17 App#match: call acquire name_only",
        "22 App#matched: call acquire name_only",
        "25 App#pinned: call app.rb Pool#close imported"
      ]
    )
  })

  it("is what a variable of the class holds that has the name of a method, as it may be either", () => {
    assert.deepStrictEqual(
      callsTo(
        / (?:\S*#)?acquire /,
        "class App",
        "  def conn = Pool.new",
        "  check { conn = Pool.new }",
        "  check { conn.acquire }",
        "end"
      ),
      ["8 App: call app.rb Pool#acquire imported"]
    )
  })

  it("is what an attribute's variable holds", () => {
    assert.deepStrictEqual(
      callsTo(
        / (?:\S*[#.])?(?:acquire|close|shared) /,
        "class App",
        "  attr_reader :size, :conn",
        "  attr_accessor :other",
        "  class << self; attr_accessor :shared; end",
        "  def initialize(size)",
        "    @size = size",
        "    @conn = Pool.new",
        "    @other = @conn",
        "  end",
        "  def go",
        "    conn.acquire",
        "    size.acquire",
        "    self.other.close",
        "  end",
        "end",
        "App.new(1).conn.close",
        "App.shared.close"
      ),
      [
        "15 App#go: call app.rb Pool#acquire imported",
        "16 App#go: call acquire name_only",
        "17 App#go: call app.rb Pool#close imported",
        "20 call app.rb Pool#close imported",
        "21 call app.rb App.shared resolved",
        "21 call close name_only"
      ]
    )
  })
})
