import { Schema } from "effect"

// What the plugin sends. It leaves out what is null.

const optionalText = Schema.optionalKey(Schema.NullOr(Schema.String))
const totals = { totalCount: Schema.Int, limitHit: Schema.Boolean }
const skipped = Schema.optionalKey(Schema.Array(Schema.Struct({ repository: Schema.String, reason: Schema.String })))

export const WireList = Schema.Struct({
  repositories: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      description: optionalText,
      lastChange: optionalText,
      hasCommits: Schema.Boolean
    })
  ),
  ...totals,
  skipped
})

export const WireFiles = Schema.Struct({
  files: Schema.Array(
    Schema.Struct({
      path: Schema.String,
      isDirectory: Schema.Boolean,
      size: Schema.optionalKey(Schema.NullOr(Schema.Int))
    })
  ),
  ...totals
})

export const WireFile = Schema.Struct({ content: Schema.String })

export const WireFind = Schema.Struct({
  pattern: Schema.String,
  ...totals,
  results: Schema.Array(
    Schema.Struct({ repository: Schema.String, revision: optionalText, files: Schema.Array(Schema.String) })
  ),
  skipped
})

export const WireFileSearch = Schema.Struct({
  query: optionalText,
  ...totals,
  results: Schema.Array(
    Schema.Struct({
      repository: Schema.String,
      path: Schema.String,
      branch: optionalText,
      commitId: optionalText,
      chunks: Schema.optionalKey(
        Schema.Array(Schema.Struct({ startLine: Schema.Int, endLine: Schema.Int, content: Schema.String }))
      ),
      matchedLines: Schema.optionalKey(Schema.Array(Schema.Int))
    })
  ),
  skipped
})

export const WireCommitSearch = Schema.Struct({
  query: optionalText,
  ...totals,
  commits: Schema.Array(
    Schema.Struct({
      repository: Schema.String,
      commit: Schema.String,
      author: optionalText,
      committer: optionalText,
      date: optionalText,
      title: optionalText,
      message: optionalText,
      branch: optionalText
    })
  ),
  skipped
})

export const WireError = Schema.Struct({ error: Schema.String })
