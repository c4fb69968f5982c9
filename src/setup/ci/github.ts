import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Git } from "../../adapters/git/Git.ts"

/** Parameters of the workflow file. */
export interface WorkflowInput {
  /** Version of this program that the workflow installs. */
  readonly version: string
  /** Branch whose pushes start the workflow. */
  readonly branch: string
  /** Full notes ref. */
  readonly noteRef: string
}

const defaultRef = "refs/notes/ultragit"

/**
 * The script of the workflow. It detects a squash or rebase merge as a single-parent commit that is the merge commit of a
 * pull request. The sources are the pull request's commits that are not its ancestors.
 */
const script = `set -euo pipefail
git config user.name "github-actions[bot]"
git config user.email "41898282+github-actions[bot]@users.noreply.github.com"
ultragit sync pull --remote origin

range="$BEFORE..$AFTER"
git cat-file -e "$BEFORE^{commit}" 2>/dev/null || range="$AFTER^!"
for merged in $(git rev-list --first-parent --no-merges --reverse "$range"); do
  number=$(gh api "repos/$GITHUB_REPOSITORY/commits/$merged/pulls" \\
    --jq "map(select(.merge_commit_sha == \\"$merged\\")) | .[0].number // empty")
  if [ -z "$number" ]; then continue; fi
  git fetch --quiet origin "refs/pull/$number/head"
  head=$(git rev-parse FETCH_HEAD)
  count=$(git rev-list --count --no-merges "$merged..$head")
  if [ "$count" = 0 ]; then continue; fi
  said="--format=%an %at %B"
  if [ "$(git log --topo-order --no-merges "$said" "$merged..$head")" = "$(git log -n "$count" "$said" "$merged")" ]; then
    echo "#$number was rebased: $count commits"
    paste -d ' ' <(git rev-list --topo-order --no-merges "$merged..$head") <(git rev-list -n "$count" "$merged") |
      ultragit rewrite --map -
  else
    echo "#$number was squashed: $count commits"
    ultragit annotate --commit "$merged" --squash-sources "$merged..$head"
  fi
done
ultragit sync push --remote origin`

const indented = (text: string, by: number): string =>
  text
    .split("\n")
    .map((line) => (line === "" ? "" : `${" ".repeat(by)}${line}`))
    .join("\n")

const head = (branch: string): string => `\
# Made by: ultragit ci github > .github/workflows/ultragit.yml
#
# A squash or rebase merge on GitHub creates new commits, and leaves the notes on the old ones. This workflow copies them
# to the new commits and pushes them. No concurrency group: GitHub may cancel a queued run, and pushes of notes never
# collide.
name: ultragit

on:
  push:
    branches: [${JSON.stringify(branch)}]
  # Merges into other branches. Pull requests from forks cannot push.
  pull_request:
    types: [closed]

permissions:
  contents: write # to push the notes ref, nothing else
  pull-requests: read # to find the pull request of a commit

jobs:
  notes:
    if: >-
      github.event_name == 'push' ||
      (github.event.pull_request.merged &&
      github.event.pull_request.base.ref != '${branch.replaceAll("'", "''")}' &&
      github.event.pull_request.head.repo.full_name == github.repository)
`

const job = ({ noteRef, version }: WorkflowInput): string => `\
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      # Pinned to major versions to get fixes. Pin to commit ids if your policy requires it.
      - uses: actions/checkout@v6
        with:
          ref: \${{ github.event.pull_request.base.ref || github.ref }}
          fetch-depth: 0
      - uses: actions/setup-node@v6
        with:
          node-version: 24
      - name: Install ultragit
        run: npm install --global ultragit@${version}
      - name: Copy the notes
        shell: bash
        env:
          GH_TOKEN: \${{ github.token }}
          BEFORE: \${{ github.event.before }}
          AFTER: \${{ github.event.pull_request.merge_commit_sha || github.sha }}
${noteRef === defaultRef ? "" : `          ULTRAGIT_NOTE_REF: ${JSON.stringify(noteRef)}\n`}\
        run: |
${indented(script, 10)}
`

/** Makes a GitHub Actions workflow that copies notes to the commits of squash and rebase merges (spec writing §3). */
export const githubWorkflow = (input: WorkflowInput): string => head(input.branch) + job(input)

const originBranches = "refs/remotes/origin/"

/** Reads the default branch of `origin` that the clone recorded, if any. */
const defaultBranch = Effect.gen(function* () {
  const named = yield* (yield* Git).symbolicRef(`${originBranches}HEAD`)
  return named.pipe(
    Option.filter((ref) => ref.startsWith(originBranches)),
    Option.map((ref) => ref.slice(originBranches.length))
  )
})

/** Makes the workflow for this repository. `branch` defaults to the default branch of `origin`, otherwise `main`. */
export const workflowHere = Effect.fn("Ci.github")(function* (version: string, branch: Option.Option<string>) {
  const { noteRef } = yield* (yield* Settings).values
  const known = Option.isSome(branch) ? branch : yield* Effect.orElseSucceed(defaultBranch, () => Option.none<string>())
  return githubWorkflow({ version, branch: Option.getOrElse(known, () => "main"), noteRef })
})
