import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { listed, outlineOf, source } from "./outlines.ts"

interface Comparison {
  /** Kinds of ctags that are no units, or not all. */
  readonly ignored: ReadonlyArray<string>
  /** Units that ctags does not find, and definitions that we do not, each with the reason. */
  readonly ours: Readonly<Record<string, string>>
  readonly theirs: Readonly<Record<string, string>>
}

const state = "state of an instance"
const unnamed = "has no name"
const guard = "only keeps the header from being read twice"

const comparisons: Readonly<Record<string, Comparison>> = {
  "JavaTimerManager.java": {
    ignored: ["package"],
    ours: { "369 JavaTimerManager.setSendIdleEvents.run": "ctags leaves out anonymous classes in arguments" },
    theirs: Object.fromEntries(
      [
        "42 mCallbackID",
        "43 mRepeat",
        "44 mInterval",
        "45 mTargetTime",
        "58 mTimersToCall",
        "114 mCancelled",
        "115 mFrameStartTime",
        "154 mReactApplicationContext",
        "155 mJavaScriptTimerExecutor",
        "156 mReactChoreographer",
        "157 mDevSupportManager",
        "158 mTimerGuard",
        "159 mIdleCallbackGuard",
        "160 mTimers",
        "161 mTimerIdsToTimers",
        "162 isPaused",
        "163 isRunningTasks",
        "164 mTimerFrameCallback",
        "165 mIdleFrameCallback",
        "166 mCurrentIdleCallbackRunnable",
        "167 mFrameCallbackPosted",
        "168 mFrameIdleCallbackPosted",
        "169 mSendIdleEvents"
      ].map((each) => [each, state])
    )
  },
  "semversion.cs": {
    ignored: ["namespace"],
    ours: { "374 SemVersion.implicit operator SemVersion": "ctags calls it `operator SemVersion`" },
    theirs: {
      "15 parseEx": "not readonly",
      "379 operator SemVersion": "named as C# does: `implicit operator SemVersion`"
    }
  },
  "ReadableMapBuffer.kt": {
    // In addition to properties, ctags takes every local value for a constant or a variable.
    ignored: ["package", "constant", "variable"],
    ours: {
      "39 ReadableMapBuffer.constructor": "ctags knows no secondary constructors",
      "46 ReadableMapBuffer.constructor": "ctags knows no secondary constructors"
    },
    theirs: Object.fromEntries([100, 102, 176, 254].map((line) => [`${line} <lambda>`, "a block that has no name"]))
  },
  "scanner.c": {
    // The enumeration's name stands for its enumerators.
    ignored: ["member", "enumerator"],
    ours: {},
    theirs: {
      "60 __anond6e0f0600108": unnamed,
      "141 __anond6e0f0600203": unnamed
    }
  },
  "subtree.h": {
    ignored: ["member"],
    ours: {},
    theirs: {
      "2 TREE_SITTER_SUBTREE_H_": guard,
      "50 SubtreeInlineData": "of the structure that is defined further on",
      ...Object.fromEntries(
        [
          "31 __anoncec343750108",
          "32 __anoncec34375020a",
          "111 __anoncec343750308",
          "133 __anoncec34375040a",
          "135 __anoncec343750508",
          "142 __anoncec343750608",
          "157 __anoncec34375070a",
          "163 __anoncec34375080a",
          "171 __anoncec343750908"
        ].map((each) => [each, unnamed])
      )
    }
  },
  "jsi.cpp": { ignored: [], ours: {}, theirs: { "19 __anonf724fffc0111": unnamed } },
  "nan_new.h": {
    ignored: [],
    ours: {},
    theirs: {
      "10 NAN_NEW_H_": guard,
      ...Object.fromEntries(
        ["15 To", "254 New", "259 New", "261 New", "264 New", "266 New"].map((each) => [
          each,
          "one with as many parameters is defined in the same file"
        ])
      )
    }
  },
  "installer.rb": {
    ignored: [],
    ours: {
      "40 Pod::Installer#perform_post_install_actions": "ctags does not know `define_method`",
      "88 Pod::Installer#run_podfile_pre_install_hooks": "ctags does not know `define_method`"
    },
    theirs: { "111 t": "of `def t.build_type`, a method of one object that a local variable holds" }
  },
  // Variables are the state of an instance.
  "ProcessSupervisor.php": { ignored: ["namespace", "alias", "variable"], ours: {}, theirs: {} },
  "test_functions.bash": {
    ignored: [],
    ours: {},
    theirs: Object.fromEntries(
      [
        "6 BATS_TEST_NAMES=",
        "167 bats_separate_lines_lines=",
        "227 escaped_args=",
        "275 __bats_pipe_eval_pipe_status=",
        "465 current_tags=",
        "465 tags="
      ].map((each) => [each, "an array, which ctags takes for a function"])
    )
  },
  "Util.lua": {
    ignored: [],
    ours: Object.fromEntries(
      ["1 TextService", "3 Util", "148 OPERATORS"].map((each) => [each, "ctags lists functions only"])
    ),
    theirs: Object.fromEntries(
      ["429 options.TransformEach", "433 options.ValidateEach", "462 Parse"].map((each) => [
        each,
        "a value that may be the function after its `or`"
      ])
    )
  }
}

const folded = (name: string): string => name.replace(/\boperator (?=\W)/, "operator")

/** ctags qualifies no names. */
const isNamed = (unit: string, tag: string): boolean => {
  const [full, name] = [folded(unit), folded(tag)]
  return full === name || [".", ":", "#"].some((separator) => full.endsWith(`${separator}${name}`))
}

layer(Parser.layer)("universal-ctags", (it) => {
  for (const [name, { ignored, ours, theirs }] of Object.entries(comparisons)) {
    it.effect(`finds in ${name} what the outline has, but for what is listed`, () =>
      Effect.gen(function* () {
        const { units } = yield* outlineOf(name, source(name))
        const tags = listed(name)
        const meets = (unit: (typeof units)[number], tag: (typeof tags)[number]): boolean =>
          unit.lines.start <= tag.line && tag.line <= unit.lines.end && isNamed(unit.name, tag.name)
        const onlyOurs = units.filter((unit) => !tags.some((tag) => meets(unit, tag)))
        const wanted = tags.filter(({ kind }) => !ignored.includes(kind))
        const onlyTheirs = wanted.filter((tag) => !units.some((unit) => meets(unit, tag)))
        assert.deepStrictEqual(
          onlyOurs.map((unit) => `${unit.lines.start} ${unit.name}`).toSorted(),
          Object.keys(ours).toSorted()
        )
        assert.deepStrictEqual(
          onlyTheirs.map((tag) => `${tag.line} ${tag.name}`).toSorted(),
          Object.keys(theirs).toSorted()
        )
      })
    )
  }
})
