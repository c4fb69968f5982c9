import { Context } from "effect"

/** What flags say of where the repositories are. */
export const HostSource = Context.Reference<{
  /** Folder of repositories; wins over everything else. */
  readonly root?: string
  /** Folder of the repositories that the program serves anyway, if nothing else is named. */
  readonly servedRoot?: string
  /** Whether only a folder will do, and no server. */
  readonly isFolder?: boolean
  /** File with the address of a server and credentials for it. */
  readonly envFile?: string
}>("ultragit/repositoryHost/service/HostSource", { defaultValue: () => ({}) })
