import { assert, describe, it } from "@effect/vitest"
import {
  describeEdges,
  joinLines as lines,
  linkAll,
  makeDescribeCalls,
  makeFacts,
  makeSourceView
} from "../../support/linking.ts"

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

describe("members of a class and of its instances", () => {
  it("differ where they have one name", () => {
    assert.deepStrictEqual(
      callsTo(
        / (?:App[.#]|name_only)/,
        "class App",
        "  def self.make; new; end",
        "  def make; end",
        "  def self.run; make; self.make; end",
        "  def go; make; self.class.make; super_go; end",
        "  class << self",
        "    def build; run; end",
        "    def close; super; end",
        "  end",
        "  def build; go; end",
        "end",
        "App.build",
        "App.make.build"
      ),
      [
        "6 App.make: call app.rb App resolved",
        "8 App.run: call app.rb App.make resolved",
        "8 App.run: call app.rb App.make resolved",
        "9 App#go: call app.rb App#make resolved",
        "9 App#go: call app.rb App.make imported",
        "11 App.build: call app.rb App.run resolved",
        "14 App#build: call app.rb App#go resolved",
        "16 call app.rb App.build resolved",
        "17 call app.rb App.make resolved",
        "17 call app.rb App#build imported"
      ]
    )
  })

  it("are those of the module that was mixed in last, and for the class those of one that it extends", () => {
    assert.deepStrictEqual(
      callsTo(
        / (?:One|Two|Base)/,
        "module One; def x; end; end",
        "module Two; def x; end; end",
        "class Base",
        "  def x; end",
        "  def self.y; end",
        "  def y; end",
        "end",
        "class App < Base",
        "  include One",
        "  include Two",
        "  def go; x; end",
        "  def self.y; super; end",
        "end",
        "class Other < Base",
        "  extend One",
        "  include One, Two",
        "end",
        "Other.x",
        "Other.new.x"
      ),
      [
        "15 App#go: call app.rb Two#x resolved",
        "16 App.y: call app.rb Base.y resolved",
        "22 call app.rb One#x resolved",
        "23 call app.rb One#x imported"
      ]
    )
  })

  it("are called by what takes their names as symbols", () => {
    const files = {
      "app.rb": lines(
        "class App",
        "  before_action :check, if: :enabled?, only: :show",
        "  validates :check",
        "  alias_method :verify, :check",
        "  alias test check",
        "  def check; end",
        "  def enabled?; send(:check); public_send(name); end",
        "end"
      )
    }
    assert.deepStrictEqual(
      describeEdges(linkAll(makeSourceView(files, factsOf)).get("app.rb")).filter((line) => / App#/.test(line)),
      [
        "2 App: read app.rb App#check resolved",
        "2 App: read app.rb App#enabled? resolved",
        "4 App: read app.rb App#check resolved",
        "5 App: read app.rb App#check resolved",
        "7 App#enabled?: call app.rb App#check resolved"
      ]
    )
  })
})

describe("a variable", () => {
  it("is known in the block that assigns it, and in blocks within, not in methods or other blocks", () => {
    assert.deepStrictEqual(
      callsTo(
        / (?:\S*#)?acquire /,
        "class App",
        "  before { item = Pool.new; item.acquire }",
        "  after { item.acquire }",
        "  held = Pool.new",
        "  def go; held.acquire; end",
        "end",
        "describe 'App' do",
        "  other = nil",
        "  before { other = Pool.new }",
        "  LIMIT = Pool.new",
        "  it { other.acquire; LIMIT.acquire }",
        "end",
        "other.acquire"
      ),
      [
        "6 App: call app.rb Pool#acquire imported",
        "7 App: call acquire name_only",
        "9 App#go: call acquire name_only",
        "15 call app.rb Pool#acquire imported",
        "15 call app.rb Pool#acquire imported",
        "17 call acquire name_only"
      ]
    )
  })

  it("is not a method of a class of the file, nor is what a class around calls", () => {
    assert.deepStrictEqual(
      callsTo(
        / (?:\S*#)?(?:acquire|close|go) /,
        "module Outer",
        "  def go; end",
        "  class Inner",
        "    def run; go; acquire; close(1); end",
        "  end",
        "end"
      ),
      []
    )
  })
})
