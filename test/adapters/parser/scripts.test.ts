import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { outlineOf, unitsOf } from "./outlines.ts"

layer(Parser.layer)("scripting languages", (it) => {
  it.effect("Ruby: methods of instances, of the class itself, and those that a call makes", () =>
    Effect.gen(function* () {
      const text = `module A::B
  # first
  class Foo < Bar
    # of m
    def m; def inner; end; end
    X, Y = 1, 2
    Z ||= 3
    Point = Struct.new(:x) do
      def sum = 1
    end
    attr_reader :a, "b"
    class << self
      def s(a, b = 1) = 3
      private def p(
        x) end
    end
    def self.make; end
    def Foo.other; end
    def ==(o); end
    def name=(v); end
    define_method(:dyn) { |x| 1 }
    alias_method :y, :z
    alias q r
    @@x = 1
    included do
      def inc; end
    end
  end
  class ::Root; end
end
def top; end
text = <<~RUBY
  def in_text; end
RUBY
__END__
def after; end
`
      assert.deepStrictEqual(yield* unitsOf("a.rb", text), [
        "1-30 module A::B | module A::B",
        "2-28 class A::B::Foo | class Foo < Bar",
        "4-5 method A::B::Foo#m | def m",
        "5-5 method A::B::Foo#inner | def inner",
        "6-6 constant A::B::Foo::X | X",
        "6-6 constant A::B::Foo::Y | Y",
        "7-7 constant A::B::Foo::Z | Z",
        "8-10 class A::B::Foo::Point | Point = Struct.new(:x)",
        "9-9 method A::B::Foo::Point#sum | def sum",
        "11-11 method A::B::Foo#a | attr_reader :a",
        "11-11 method A::B::Foo#b | attr_reader :b",
        "13-13 method A::B::Foo.s | def s(a, b = 1)",
        "14-15 method A::B::Foo.p | def p(x)",
        "17-17 method A::B::Foo.make | def self.make",
        "18-18 method A::B::Foo.other | def Foo.other",
        "19-19 method A::B::Foo#== | def ==(o)",
        "20-20 method A::B::Foo#name= | def name=(v)",
        "21-21 method A::B::Foo#dyn | define_method(:dyn)",
        "22-22 method A::B::Foo#y | alias_method :y, :z",
        "23-23 method A::B::Foo#q | alias q r",
        "26-26 method A::B::Foo#inc | def inc",
        "29-29 class Root | class ::Root",
        "31-31 function top | def top"
      ])
    })
  )

  it.effect("Ruby: methods in blocks belong to what the block is evaluated in", () =>
    Effect.gen(function* () {
      const text = `module Archivable
  extend ActiveSupport::Concern
  included do
    def archive!; end
  end
  class_methods do
    def archive_all
    end
    private def batch = 1
  end
  refine String do
    def shout = upcase
  end
  def self.build
    Class.new(Base) do
      def built; end
      define_method(:made) { 1 }
    end
  end
  Foo::Bar.class_eval do
    def evaled; end
    attr_reader :state
  end
  Foo.singleton_class.class_eval { def single; end }
  Foo.instance_eval { def own; end }
end
RSpec.describe Pool do
  klass = Class.new do
    def local; end
  end
  context "when empty" do
    def helper(size)
    end
    let(:fake) { @made ||= Class.new { def fake; end } }
  end
  run = -> { def in_lambda; end }
end
`
      assert.deepStrictEqual(yield* unitsOf("a.rb", text), [
        "1-26 module Archivable | module Archivable",
        "4-4 method Archivable#archive! | def archive!",
        "7-8 method Archivable.archive_all | def archive_all",
        "9-9 method Archivable.batch | def batch",
        "12-12 method String#shout | def shout",
        "14-19 method Archivable.build | def self.build",
        "16-16 method Archivable#built | def built",
        "17-17 method Archivable#made | define_method(:made)",
        "21-21 method Foo::Bar#evaled | def evaled",
        "22-22 method Foo::Bar#state | attr_reader :state",
        "24-24 method Foo.single | def single",
        "25-25 method Foo.own | def own",
        "29-29 method local | def local",
        "32-33 function helper | def helper(size)",
        "34-34 method fake | def fake",
        "36-36 function in_lambda | def in_lambda"
      ])
    })
  )

  it.effect("PHP: classes, functions and constants, within HTML and without their namespace", () =>
    Effect.gen(function* () {
      const text = `<html><?php
namespace Foo\\Bar;
/** doc */
#[Attr(1)]
final class A extends B implements C {
  const X = 1, Y = 2;
  public const string Z = 'a';
  private int $p = 1;
  #[Pure] public function __construct(private int $x, $y = []) { function local() {} }
  abstract function ab();
}
enum Suit: string { case H = 'h'; public function l() {} }
trait T { }
interface I { public function m(): void; }
function &f(int ...$a): ?int { }
define('K', 1);
$g = fn($x) => $x;
if (!function_exists('x')) { function x() {} }
return new class extends M { public function up() {} };
?><b><?php if ($a): ?> hi <?php function in() {} endif; ?>
`
      assert.deepStrictEqual(yield* unitsOf("a.php", text), [
        "3-11 class A | final class A extends B implements C",
        "6-6 constant A::X | const X",
        "6-6 constant A::Y | const Y",
        "7-7 constant A::Z | public const string Z",
        "9-9 method A::__construct | public function __construct(private int $x, $y = [])",
        "9-9 function local | function local()",
        "10-10 method A::ab | abstract function ab()",
        "12-12 enum Suit | enum Suit: string",
        "12-12 method Suit::l | public function l()",
        "13-13 trait T | trait T",
        "14-14 interface I | interface I",
        "14-14 method I::m | public function m(): void",
        "15-15 function f | function &f(int ...$a): ?int",
        "16-16 constant K | define('K')",
        "17-17 function $g | $g = fn($x)",
        "18-18 function x | function x()",
        "19-19 method up | public function up()",
        "20-20 function in | function in()"
      ])
    })
  )

  it.effect("shell: functions in every form, variables of the script itself, nothing from heredocs", () =>
    Effect.gen(function* () {
      const text = `#!/bin/bash

readonly X=1 Y
declare -rA map=([a]=b)
export PATH="$PATH:x"
FOO=bar # set
FOO=again
lower=1
A=1 B=2 # both
# of f
f() { local x=1; inner() { :; }; }
function g { :; }
function h() ( : )
ns::name() { :; } >&2
cat <<END
in_text() { :; }
END
if x; then y() { :; }; Z=1; fi
`
      assert.deepStrictEqual(yield* unitsOf("a.sh", text), [
        "3-3 constant X | readonly X",
        "4-4 constant map | declare -rA map",
        "5-5 constant PATH | export PATH",
        "6-6 constant FOO | FOO",
        "9-9 constant A | A",
        "9-9 constant B | B",
        "10-11 function f | f()",
        "11-11 function inner | inner()",
        "12-12 function g | function g",
        "13-13 function h | function h()",
        "14-14 function ns::name | ns::name()",
        "18-18 function y | y()"
      ])
    })
  )

  it.effect("Lua: functions by the names they are written with, also in tables", () =>
    Effect.gen(function* () {
      const text = `#!/usr/bin/lua
local M, N = {}, 1
local t <const> = { f = function(a) end, ["g"] = function() end, x = 1 }
--- of M.f
function M.f(a, b) -- said
  local function inner() end
end
function M.a.b:m() end
M.g = function(x) return x end
M.X = 5
M.X = 6
local function lf() end
local r = require("x")
local s = [[
function in_text() end
]]
if x then function M.c() end end
local C = setmetatable({ new = function() end }, {})
it("works", function() local function helper() end end)
return { k = function() end, lf = lf, deep = { d = function() end } }
`
      assert.deepStrictEqual(yield* unitsOf("a.lua", text), [
        "2-2 constant M | M",
        "2-2 constant N | N",
        "3-3 constant t | local t <const>",
        "3-3 method t.f | f = function(a)",
        '3-3 method t.g | ["g"] = function()',
        "4-7 function M.f | function M.f(a, b)",
        "6-6 function M.f.inner | local function inner()",
        "8-8 method M.a.b:m | function M.a.b:m()",
        "9-9 function M.g | M.g = function(x)",
        "10-10 constant M.X | M.X",
        "12-12 function lf | local function lf()",
        "14-16 constant s | local s",
        "17-17 function M.c | function M.c()",
        "18-18 constant C | local C",
        "18-18 method C.new | new = function()",
        "19-19 function helper | local function helper()",
        "20-20 function k | k = function()",
        "20-20 method deep.d | d = function()"
      ])
    })
  )

  it.effect("a script without an extension is in the language of its first line, others by their name", () =>
    Effect.gen(function* () {
      const scripts = {
        "#!/bin/sh\n": "bash",
        "#!/usr/bin/env bash\r\n": "bash",
        "#! /usr/bin/env -S LC_ALL=C python3.11 -u\n": "python",
        "#!/usr/bin/ruby2.7 -w\n": "ruby",
        "#!/usr/bin/env node": "javascript",
        "#!/usr/bin/lua5.3\n": "lua",
        "#!/usr/local/bin/php\n<?php": "php"
      }
      for (const [text, language] of Object.entries(scripts)) {
        assert.deepStrictEqual((yield* outlineOf("bin/run", text)).language, Option.some(language), text)
        assert.deepStrictEqual((yield* outlineOf("run.unknown", text)).language, Option.none(), text)
      }
      for (const text of ["", "#!", "#!/bin/false\n", "#!/usr/bin/env\n", " #!/bin/sh\n", `#!${" ".repeat(10_000)}`]) {
        assert.deepStrictEqual((yield* outlineOf("bin/run", text)).language, Option.none(), text)
      }
      const names = { Rakefile: "ruby", "a/Gemfile": "ruby", ".bashrc": "bash", "a.inc": undefined }
      for (const [path, language] of Object.entries(names)) {
        assert.deepStrictEqual((yield* outlineOf(path, "")).language, Option.fromUndefinedOr(language), path)
      }
      assert.deepStrictEqual((yield* outlineOf("a.inc", "<?php\n")).language, Option.some("php"))
    })
  )
})
