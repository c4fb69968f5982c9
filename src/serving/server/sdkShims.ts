import process from "node:process"

/**
 * Replaces the SDK's runtime shims in the bundle (`@modelcontextprotocol/server/_shims`), which include a JSON Schema
 * validator of 300 KB. The server does not need it: the contracts validate at the boundary.
 */
class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("this program has no JSON Schema validator")
  }
}

export { DefaultJsonSchemaValidator, process }
