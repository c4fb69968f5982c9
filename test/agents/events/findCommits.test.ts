import { assert, describe, it } from "@effect/vitest"
import { findCommits, listMade } from "../../../src/agents/events/findCommits.ts"

const here = { isQuiet: false, isElsewhere: false }

const message = `git add -A && git commit -m "$(cat <<'EOF'
Don't close "--dry-run" twice (it's late)

cd /elsewhere; ultragit annotate -q
EOF
)"`

describe("the commands of a shell that make a commit", () => {
  it.each([
    ["git commit -m x", here],
    ["git add . && git commit -m 'a; b'", here],
    ["git -c user.name=me commit --amend --no-edit 2>&1 | tail -3", here],
    ["GIT_EDITOR=true /usr/bin/git commit", here],
    ["if true; then git commit -m x; fi", here],
    ["(git commit -m --dry-run)", here],
    ["git commit -F - <<EOF\ntext\nEOF\n", here],
    [message, here],
    ["bash -lc 'git commit -m x'", here],
    ["git commit -qm x", { ...here, isQuiet: true }],
    ["git commit -m q --quiet", { ...here, isQuiet: true }],
    ["git commit -mq", here],
    ["cd /other && git commit -m x", { ...here, isElsewhere: true }],
    ["git -C /other commit -m x", { ...here, isElsewhere: true }],
    ["n=$((1<<2))\ngit commit -m x", here],
    ['echo "$(( (1 << 2) * 3 ))"\ngit commit -m x', here],
    ["((n <<= 1))\ngit commit -m x", here],
    ["echo $((date; ls) | wc -l)\n((date); git commit -m x)", here]
  ])("has %s", (command, expected) => {
    assert.deepStrictEqual(findCommits(command), [expected])
  })

  it.each(["\u00a0", "\v", "\f", "\u2028", "\ufeff"])("may have words with other white space: %j", (space) => {
    assert.deepStrictEqual(findCommits(`echo ${space} a${space}b; git commit -m ${space}`), [here])
  })

  it.each([
    "git log --oneline --grep commit",
    "git show HEAD:docs/commit.md",
    "git status # commit later",
    "cat <<EOF\n\tEOF\ngit commit -m x\nEOF\n",
    "cat <<-EOF\n\tEOF\ngit log commit\n",
    'rg "git commit" docs',
    "echo git commit",
    "git commit --dry-run",
    "git commit --short",
    "git commit-tree HEAD^{tree}",
    "git help commit",
    "cat > a.sh <<EOF\ngit commit -m x\nEOF\n",
    "git add . \\\n# git commit\n",
    "git commit -m x && ultragit annotate --commit HEAD",
    "ultragit commit -m x",
    "'unclosed git commit",
    '"unclosed git commit',
    "$(git commit",
    "<<EOF",
    ""
  ])("has not %s", (command) => {
    assert.deepStrictEqual(findCommits(command), [])
  })
})

describe("commands within commands", () => {
  it.each(["$(", '"$(', "<(", "<($("])("are read until they are too deep: %s", (opening) => {
    const within = (count: number): string => `echo ${opening.repeat(count)}true${")".repeat(200)}; git commit`
    assert.deepStrictEqual(findCommits(within(1)).length, opening === '"$(' ? 0 : 1)
    assert.deepStrictEqual(findCommits(within(50_000)), [])
  })
})

describe("what git prints of commits", () => {
  it("names them", () => {
    const output = "[main (root-commit) 1234567] A\n 1 file changed\n[detached HEAD abcdef0] B [c] d\n[x] y\n"
    assert.deepStrictEqual(listMade(output), ["1234567", "abcdef0"])
  })
})
