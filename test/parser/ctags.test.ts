import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Parser } from "../../src/parser/Parser.ts"
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
    // Besides properties, ctags takes every local value for a constant or a variable.
    ignored: ["package", "constant", "variable"],
    ours: {
      "39 ReadableMapBuffer.constructor": "ctags knows no secondary constructors",
      "46 ReadableMapBuffer.constructor": "ctags knows no secondary constructors"
    },
    theirs: Object.fromEntries([100, 102, 176, 254].map((line) => [`${line} <lambda>`, "a block that has no name"]))
  },
  "ibmi.c": {
    ignored: ["member"],
    ours: {},
    theirs: Object.fromEntries(
      ["64 __anon03f79a770108", "104 __anon03f79a770208", "110 __anon03f79a770308"].map((each) => [each, unnamed])
    )
  },
  "uv-common.h": {
    // The enumeration's name stands for its enumerators; those of one without a name are units.
    ignored: ["member", "enumerator"],
    ours: {},
    theirs: {
      "28 UV_COMMON_H_": "only keeps the header from being read twice",
      "80 __anonf9b27f7c0103": unnamed
    }
  },
  "os.cc": {
    ignored: ["member", "enumerator"],
    ours: {
      "102 system_message::operator fmt::basic_string_view": "without template arguments",
      "124 rwresult": "ctags does not look into the other branch of a conditional",
      "127 convert_rwcount": "ctags does not look into the other branch of a conditional"
    },
    theirs: {
      "63 __anon1017807b0111": unnamed,
      "102 operator fmt::basic_string_view<wchar_t>": "without template arguments",
      "346 __anon1017807b0203": unnamed
    }
  },
  "os.h": {
    ignored: ["member"],
    ours: {},
    theirs: {
      "9 FMT_OS_H_": "only keeps the header from being read twice",
      "115 system_category": "defined further on in the same file",
      "233 __anon7c9bdd1d0103": unnamed
    }
  },
  "reloader.rb": { ignored: [], ours: {}, theirs: {} },
  "Logger.php": { ignored: ["namespace", "alias", "variable"], ours: {}, theirs: {} },
  "tracing.bash": {
    ignored: [],
    ours: { "192 BATS_EMIT_TRACE_LAST_STACK_DIFF": "ctags lists functions only" },
    theirs: Object.fromEntries(
      [
        "16 BATS_DEBUG_LAST_STACK_TRACE=",
        "352 BATS_DEBUG_LASTLAST_STACK_TRACE=",
        "353 BATS_DEBUG_LAST_LINENO=",
        "354 BATS_DEBUG_LAST_SOURCE=",
        "355 BATS_DEBUG_LAST_STACK_TRACE=",
        "358 BATS_DEBUG_EXCLUDE_PATHS="
      ].map((each) => [each, "an array, which ctags takes for a function"])
    )
  },
  "job.lua": {
    ignored: [],
    ours: Object.fromEntries(
      ["1 vim", "2 uv", "7 Job", "24 Job.__index", "556 _request_id", "557 _request_status"].map((each) => [
        each,
        "ctags lists functions only"
      ])
    ),
    theirs: {
      "5 F": 'of `local F = require "plenary.functional"`, which is no function',
      "487 wait_result": "a local variable",
      "640 jobs[#jobs]._user_on_exit": "a name that is computed"
    }
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
