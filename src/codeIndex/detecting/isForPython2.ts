import type { Facts } from "../../adapters/parser/facts/Facts.ts"

/** Modules that only Python 2 has, with what Python 3 calls them. */
const renamed: Readonly<Record<string, string>> = {
  BaseHTTPServer: "http.server",
  ConfigParser: "configparser",
  Cookie: "http.cookies",
  HTMLParser: "html.parser",
  Queue: "queue",
  SimpleHTTPServer: "http.server",
  SocketServer: "socketserver",
  StringIO: "io",
  Tkinter: "tkinter",
  __builtin__: "builtins",
  cPickle: "pickle",
  cStringIO: "io",
  commands: "subprocess",
  cookielib: "http.cookiejar",
  copy_reg: "copyreg",
  httplib: "http.client",
  thread: "_thread",
  urllib2: "urllib.request",
  urlparse: "urllib.parse",
  xmlrpclib: "xmlrpc.client"
}

const builtins = new Set(["basestring", "execfile", "long", "raw_input", "reduce", "unichr", "unicode", "xrange"])

/**
 * Whether a file of Python is for Python 2: it imports what only that has, and not also what took its place, or uses
 * functions that only that has.
 */
export const isForPython2 = ({ imports, values }: Facts): boolean => {
  const modules = new Set(imports.flatMap(({ imported, module }) => [module, `${module}.${imported}`]))
  return (
    imports.some(({ module }) => {
      const now = renamed[module]
      return now !== undefined && !modules.has(now)
    }) || values.some((value) => value.tag === "global" && builtins.has(value.name))
  )
}
