import process from "node:process"

/**
 * Stands in for the SDK's own runtime shims in the bundle (`@modelcontextprotocol/server/_shims`), which bring a
 * JSON Schema validator of 300 KB that this server never asks: the boundary checks by the contracts themselves.
 */
class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("no JSON Schema validator is part of this program")
  }
}

export { DefaultJsonSchemaValidator, process }
