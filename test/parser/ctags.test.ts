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
  }
}

const isNamed = (unit: string, tag: string): boolean => unit === tag || unit.endsWith(`.${tag}`)

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
