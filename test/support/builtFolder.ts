import { join } from "node:path"
import { pathToFileURL } from "node:url"

/** Where the tests' own programs are built before them: they start in a quarter of the time of their sources. */
export const builtFolder = join(import.meta.dirname, "../../node_modules/.cache/ultragit-tests")

/** The file of one of them. */
export const builtScript = (name: string): URL => pathToFileURL(join(builtFolder, `${name}.js`))
