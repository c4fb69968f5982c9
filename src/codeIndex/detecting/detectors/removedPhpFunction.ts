import { declareInFile } from "../Detector.ts"
import { findFirstUses, findUses, placeOfReference } from "../FileFacts.ts"
import type { Project } from "../Project.ts"

const names = (what: string, list: string): ReadonlyArray<readonly [string, string]> =>
  list.split(" ").map((name) => [name, what])

const deprecated = "is deprecated since PHP"

/** Functions that PHP has removed or deprecated (its migration guides). */
const functions = new Map([
  ...names("is gone since PHP 5.4", "session_register session_unregister session_is_registered"),
  ...names("is gone since PHP 5.4", "import_request_variables"),
  ...names("is gone since PHP 7.0", "ereg eregi ereg_replace eregi_replace split spliti sql_regcase"),
  ...names("is gone since PHP 7.0", "call_user_method call_user_method_array set_magic_quotes_runtime"),
  ...names("is gone since PHP 8.0", "each create_function get_magic_quotes_gpc get_magic_quotes_runtime money_format"),
  ...names(
    "is gone since PHP 8.0",
    "restore_include_path ezmlm_hash is_real hebrevc convert_cyr_string fgetss gzgetss"
  ),
  ...names("is gone since PHP 8.0", "gmp_random ldap_sort image2wbmp jpeg2wbmp png2wbmp"),
  ...names(`${deprecated} 8.1`, "strftime gmstrftime strptime date_sunrise date_sunset odbc_result_all"),
  ...names(`${deprecated} 8.2`, "utf8_encode utf8_decode")
])

/** Extensions of functions that share a prefix: one finding for all of them in a file. */
const extension = /^(mysql|mssql)_\w+$/

interface Change {
  readonly name: string
  readonly what: string
}

const findChange = (path: string, origin: string): Change | undefined => {
  const name = origin.replace(/^\\/, "").toLowerCase()
  const known = functions.get(name)
  if (known !== undefined) return { name, what: known }
  const prefix = extension.exec(name)?.[1]
  // A driver for the extension is loaded where that is installed.
  if (prefix === undefined || path.toLowerCase().includes(prefix)) return undefined
  return { name: `${prefix}_`, what: "is gone since PHP 7.0" }
}

const isDefined = ({ files }: Project, origin: string): boolean =>
  files.some(({ definitions }) =>
    definitions.some(({ kind, name }) => kind === "function" && name.toLowerCase() === origin.toLowerCase())
  )

/** Steps of an upgrade are for what old versions left, and run once. */
const upgradePath = /(?:^|\/)(?:(?:upgrades?|migrations?|install\/db)\/|(?:upgrade|update)\w*\.\w+$)/i

/** Functions of one kind, which something else took the place of together: one finding for all of them in a file. */
const kinds = new Map([
  ...names("POSIX", "ereg eregi ereg_replace eregi_replace split spliti sql_regcase"),
  ...names("magic quotes", "get_magic_quotes_gpc get_magic_quotes_runtime set_magic_quotes_runtime"),
  ...names("strftime", "strftime gmstrftime"),
  ...names("utf8", "utf8_encode utf8_decode")
])
const subjectOf = (name: string): string => kinds.get(name) ?? name

/** Also what is taken first where it is there, so that the old function is the last way. */
const guards = String.raw`\b(?:function_exists|is_callable|extension_loaded|version_compare|is_php|intl_\w+|IntlDateFormatter|iconv|mb_\w+|PHP_(?:MAJOR_)?VERSION(?:_ID)?)\b`

/** What a file has that asks for the function, or for its extension, wherever it does so. */
const askedFor = (name: string): string => {
  const asked = name.endsWith("_") ? `${name.slice(0, -1)}(?:_|["'])` : `${name}["']`
  return String.raw`\b(?:function_exists|is_callable|extension_loaded)\s*\(\s*["']${asked}`
}

/** What a file has that formats dates in another way where it can. */
const formatsDates = String.raw`\b(?:version_compare|PHP_(?:MAJOR_)?VERSION(?:_ID)?|IntlDateFormatter|datefmt_create)\b`

const knownBy = (name: string): string =>
  name.endsWith("strftime") ? `${askedFor(name)}|${formatsDates}` : askedFor(name)

export const removedPhpFunction = declareInFile({
  id: "removed-php-function",
  category: "correctness",
  finds: "A function that PHP has removed or deprecated: each, create_function, mysql_query, utf8_encode and the like.",
  why: "The call fails on current versions of PHP, or will.",
  fix: "Use what the migration guide of that version names instead.",
  confidence: 0.75,
  off: "45 of the last 60 findings were useful (.75): copies of libraries, and last ways where an extension is missing.",
  inFile: (file, project) => {
    const { language, path } = file.file
    if (language !== "php" || upgradePath.test(path)) return []
    const uses = findUses(file, ["call"], (origin) => findChange(path, origin))
    return findFirstUses(uses, ({ found }) => subjectOf(found.name)).flatMap(({ first, more, subject }) => {
      if (isDefined(project, first.origin)) return []
      return [
        {
          severity: "medium" as const,
          ...placeOfReference(file, first.reference),
          name: "",
          mustBeOwn: true as const,
          guardedBy: subject === "mysql_" ? `${guards}|mysqli` : guards,
          knownBy: knownBy(first.found.name),
          // Who suppresses the warning knows of it; a function that is gone fails all the same.
          ...(first.found.what.startsWith(deprecated)
            ? { lineMustMatch: String.raw`^(?!.*@\s*\w*(?:time|utf8)\w*\s*\()` }
            : {}),
          title: `${first.origin} ${first.found.what}${more}.`,
          key: subject
        }
      ]
    })
  }
})
