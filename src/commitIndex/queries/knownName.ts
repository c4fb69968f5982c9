import type { Registration } from "../model/Registration.ts"

/** The host and path of an address, in lower case: `github.com/a/b` for `git@github.com:a/b.git` and `https://github.com/a/b/`. */
const bareAddress = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/^[a-z+]+:\/\//, "")
    .replace(/^[^@/]*@/, "")
    .replace(":", "/")
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")

const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** Whether an address is that of a repository, which may only be known by its name: `a/b` is `b`, unless that was cloned from elsewhere. */
const hasAddress = ({ name, url }: Registration, address: string): boolean =>
  url === null ? lastPart(name).toLowerCase() === lastPart(address) : `/${bareAddress(url)}`.endsWith(`/${address}`)

/**
 * Returns the name of the repository that is meant by its name in another case, its address, `owner/name` or folder, if it is only one; what is
 * given otherwise.
 */
export const toKnownName = (all: ReadonlyArray<Registration>, given: string): string => {
  if (all.some(({ name }) => name === given)) return given
  const address = bareAddress(given)
  const ways: ReadonlyArray<(registration: Registration) => boolean> = [
    ({ directory }) => directory === given,
    ({ name }) => name.toLowerCase() === address,
    (registration) => address.includes("/") && hasAddress(registration, address)
  ]
  for (const way of ways) {
    const [found, ...others] = all.filter(way)
    if (found !== undefined && others.length === 0) return found.name
  }
  return given
}
