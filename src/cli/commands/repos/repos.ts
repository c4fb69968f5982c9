import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { dbFlag } from "../../kit/flags.ts"
import { repositoriesLayer } from "../../kit/layers.ts"
import { jsonFlag } from "../../kit/booleanFlags.ts"

const shared = { json: jsonFlag, db: dbFlag }

const name = Argument.String("name").pipe(Argument.withDescription("Name of the repository in the index"))
const names = Argument.String("name").pipe(
  Argument.withDescription("Names of repositories in the index (default: all)"),
  Argument.variadic()
)

const nameFlag = (description: string) =>
  Flag.String("name").pipe(Flag.withMetavar("NAME"), Flag.withDescription(description), Flag.optional)

/** Flags that select what of a repository is indexed; `reset` says how to undo the selection. */
const selectionFlags = (reset = "", resetEmbed = "") => ({
  branches: Flag.String("branch").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription(
      `Only this branch, or branches that match a glob; repeatable (default: all branches and tags)${reset}`
    ),
    Flag.atLeast(0)
  ),
  exclude: Flag.String("exclude").pipe(
    Flag.withMetavar("PATH"),
    Flag.withDescription(
      `Exclude paths by prefix or glob; repeatable. Always excludes node_modules/, vendor/, dist/ and .git/${reset}`
    ),
    Flag.atLeast(0)
  ),
  author: Flag.String("author").pipe(
    Flag.withMetavar("TEXT"),
    Flag.withDescription(`Only commits whose author's name or email address contains TEXT${reset}`),
    Flag.optional
  ),
  forkOf: Flag.String("fork-of").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription(`Exclude commits that this repository of the index has${reset}`),
    Flag.optional
  ),
  embed: Flag.Boolean("embed").pipe(
    Flag.withDescription(
      `Also find commits by similarity: sends messages and changes to the endpoint of ULTRAGIT_EMBED_MODEL (default: no)${resetEmbed}`
    ),
    Flag.optional
  )
})

const sourceFlag = Flag.String("source").pipe(
  Flag.withMetavar("PATH|URL"),
  Flag.withDescription("New location after a move; commits that still exist there stay indexed"),
  Flag.optional
)

const loadRun = Effect.promise(() => import("./run.ts"))

const add = Command.make(
  "add",
  {
    sources: Argument.String("path-or-url").pipe(
      Argument.withDescription("Folders in repositories, or URLs to clone"),
      Argument.variadic({ min: 1 })
    ),
    name: nameFlag("Name in the index, for one repository (default: the last part of the path or URL)"),
    ...selectionFlags(),
    ...shared
  },
  (input) =>
    Effect.flatMap(
      Effect.promise(() => import("./runAdd.ts")),
      ({ printAdd }) => printAdd(input)
    )
).pipe(
  Command.withDescription(
    "Add repositories to the index. A local repository is read in place and never written; a URL (https://, http://, " +
      "ssh://, git://, file:// or git@host:path) is cloned bare next to the index by your own git, with your " +
      "credentials. The next sync indexes them. If one cannot be added, the others still are and the exit code is 1"
  ),
  Command.withShortDescription("Add repositories to the index"),
  Command.withExamples([
    { command: "ultragit repos add ~/src/api", description: "A local repository" },
    { command: "ultragit repos add ~/src/*", description: "Several" },
    {
      command: "ultragit repos add git@github.com:example/api.git --name upstream",
      description: "A remote repository"
    },
    {
      command: "ultragit repos add . --branch main --branch 'release/*' --exclude '*.lock'",
      description: "Some branches, without lock files"
    }
  ]),
  Command.provide((input) => repositoriesLayer(input))
)

const remove = Command.make("remove", { name, ...shared }, (input) =>
  Effect.flatMap(loadRun, ({ printRemove }) => printRemove(input))
).pipe(
  Command.withDescription("Remove a repository from the index, with its indexed commits and the clone that add made"),
  Command.withShortDescription("Remove a repository from the index"),
  Command.provide((input) => repositoriesLayer(input))
)

const update = Command.make(
  "update",
  {
    name,
    newName: nameFlag("New name"),
    source: sourceFlag,
    ...selectionFlags("; '' resets", "; --no-embed deletes the vectors"),
    ...shared
  },
  (input) => Effect.flatMap(loadRun, ({ printUpdate }) => printUpdate(input))
).pipe(
  Command.withDescription("Change a repository's name, location or indexed part; omitted options stay unchanged"),
  Command.withShortDescription("Change a repository of the index"),
  Command.withExamples([
    {
      command: "ultragit repos update api --exclude generated/ --exclude '*.snap'",
      description: "Exclude other paths"
    },
    { command: "ultragit repos update api --author '' --branch ''", description: "All authors, all branches" }
  ]),
  Command.provide((input) => repositoriesLayer(input))
)

const list = Command.make("list", shared, (input) => Effect.flatMap(loadRun, ({ printList }) => printList(input))).pipe(
  Command.withDescription("List the indexed repositories and their sources, without running git"),
  Command.withShortDescription("List the indexed repositories"),
  Command.provide((input) => repositoriesLayer(input))
)

const sync = Command.make("sync", { names, ...shared }, (input) =>
  Effect.flatMap(loadRun, ({ printSync }) => printSync(input))
).pipe(
  Command.withDescription(
    "Bring the index up to date: fetch cloned repositories, index new commits, remove rewritten ones. Resumes after an " +
      "interruption. If one repository fails, the others are still synced and the exit code is 1"
  ),
  Command.withShortDescription("Bring the index up to date"),
  Command.withExamples([
    { command: "ultragit repos sync", description: "All repositories" },
    { command: "ultragit repos sync api web --json", description: "Two repositories, as JSON" }
  ]),
  Command.provide((input) => repositoriesLayer(input))
)

const status = Command.make("status", shared, (input) =>
  Effect.flatMap(loadRun, ({ printStatus }) => printStatus(input))
).pipe(
  Command.withDescription("Show each repository's indexed commits, last sync, commits behind, failure and exclusions"),
  Command.withShortDescription("Show how fresh the index is"),
  Command.provide((input) => repositoriesLayer(input))
)

const watch = Command.make(
  "watch",
  {
    names,
    interval: Flag.Int("interval").pipe(
      Flag.withMetavar("SECONDS"),
      Flag.filter(
        (seconds) => seconds >= 1 && seconds <= 86_400,
        () => "From 1 to 86400"
      ),
      Flag.withDescription("Check at least this often, and fetch cloned repositories (default: 60)"),
      Flag.withDefault(60)
    ),
    db: dbFlag
  },
  (input) =>
    Effect.flatMap(
      Effect.promise(() => import("./watch.ts")),
      ({ watchRepositories }) => watchRepositories(input)
    )
).pipe(
  Command.withDescription(
    "Keep the index up to date until interrupted (Ctrl-C, SIGTERM): local commits, branches and fetches within a second, " +
      "everything else at each interval. Needs no hooks"
  ),
  Command.withShortDescription("Keep the index up to date"),
  Command.withExamples([
    { command: "ultragit repos watch", description: "All repositories, including those added later" },
    { command: "ultragit repos watch api --interval 600", description: "One repository, fetched every ten minutes" }
  ]),
  Command.provide((input) => repositoriesLayer(input))
)

/** `ultragit repos …`: manages the repositories of the commit index. */
export const repos = Command.make("repos").pipe(
  Command.withDescription("Manage the index of commits that ultragit commits and coding agents search"),
  Command.withShortDescription("Index repositories and keep the index fresh"),
  Command.withSubcommands([add, remove, update, list, sync, status, watch])
)
