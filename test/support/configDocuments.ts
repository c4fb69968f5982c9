/** A random generator that repeats for the same seed. */
class RandomDocument {
  private state: number
  readonly newline: string
  constructor(seed: number) {
    this.state = (Math.abs(seed) % 2147483646) + 1
    this.newline = this.one(["\n", "\r\n"])
  }
  number(): number {
    this.state = (this.state * 48271) % 2147483647
    return this.state / 2147483647
  }
  one<A>(first: readonly [A, ...ReadonlyArray<A>]): A {
    return first[Math.floor(this.number() * first.length)] ?? first[0]
  }
  likely(chance: number): boolean {
    return this.number() < chance
  }
  many(maxCount: number, make: () => string): ReadonlyArray<string> {
    return Array.from({ length: Math.floor(this.number() * (maxCount + 1)) }, make)
  }
  set(maxCount: number, make: () => string): ReadonlyArray<string> {
    return [...new Set(this.many(maxCount, make))]
  }
}

class Json extends RandomDocument {
  gap = (): string =>
    this.many(2, () =>
      this.one([
        "",
        " ",
        "  ",
        "\t",
        this.newline,
        `${this.newline}  `,
        "/* c */",
        `// l${this.newline}`,
        "/* \n a, } */"
      ])
    ).join("")

  list = (items: ReadonlyArray<string>): string => {
    const trailing = items.length > 0 && this.likely(0.3) ? `,${this.gap()}` : ""
    return this.gap() + items.map((item) => this.gap() + item + this.gap()).join(",") + trailing + this.gap()
  }

  value = (depth: number): string => {
    if (depth === 0 || this.likely(0.5))
      return this.one(["1", "true", "null", '"//"', '"}, \\""', "-1.5e3", "{}", "[]"])
    return this.likely(0.6) ? this.object(depth - 1) : `[${this.list(this.many(3, () => this.value(depth - 1)))}]`
  }

  object = (depth: number, own: ReadonlyArray<string> = []): string => {
    const keys = this.set(3, () => this.one(['"a"', '"b"', '"x y"', '"é"', '"/*"', '"ultragit-2"', '"\\n"']))
    const members = keys.map((key) => `${key}${this.gap()}:${this.gap()}${this.value(depth)}`)
    const at = Math.floor(this.number() * (members.length + 1))
    return `{${this.list([...members.slice(0, at), ...own, ...members.slice(at)])}}`
  }

  document = (key: string): string => {
    const servers = this.likely(0.7) ? [`"${key}"${this.gap()}:${this.gap()}${this.object(2)}`] : []
    return (this.likely(0.1) ? "\ufeff" : "") + this.gap() + this.object(2, servers) + this.gap()
  }
}

class Toml extends RandomDocument {
  key = (): string => this.one(["a", "b", '"q.r"', "'l'", "c-1", '"é\\""'])
  space = (): string => this.one(["", " ", "\t"])
  line = (): string => this.one(["", this.newline, `${this.newline}  `, ` # c "${this.newline}`])
  plain = (): string =>
    this.one(["1", "true", "1979-05-27T07:32:00Z", "9223372036854775807", "nan", '"a # b"', "'y'", '"\\" ]"', '"[x]"'])

  value = (depth: number): string => {
    if (this.likely(0.2)) return this.one(['"""\n[mcp_servers.x]\n"""', "'''\n# \"\n'''", '"""a"" b"""""'])
    if (depth === 0 || this.likely(0.5)) return this.plain()
    const pairs = this.set(2, this.key).map((key) => `${key} = ${this.plain()}`)
    const items = this.many(3, () => this.value(depth - 1)).join(`${this.line()},${this.line()}`)
    return this.likely(0.5) ? `{ ${pairs.join(", ")} }` : `[${this.line()}${items}${this.line()}]`
  }

  body = (): ReadonlyArray<string> =>
    this.set(3, this.key).flatMap((key) => [
      ...this.filler(),
      `${this.space()}${key}${this.space()}=${this.space()}${this.value(2)}${this.one(["", " # c", ' # [x] "', "  "])}`
    ])

  filler = (): ReadonlyArray<string> =>
    this.many(2, () => this.one(["", "  ", "# remark", "\t# [mcp_servers.ultragit]"]))

  document = (key: string): string => {
    const names = [
      "[t]",
      "[ t . u ]",
      "[[list]]",
      `[${key}]`,
      `[${key}.one]`,
      `["${key}" . 'two'.env] # c`,
      "[[list.sub]]"
    ]
    const headers = names.filter(() => this.likely(0.4))
    const dotted = this.likely(0.2) && !headers.includes(`[${key}]`) ? [`${key}.dotted.command = 'x'`] : []
    const tables = headers.flatMap((header) => [...this.filler(), this.space() + header, ...this.body()])
    const lines = [...this.body(), ...dotted, ...tables, ...this.filler()]
    return (this.likely(0.1) ? "\ufeff" : "") + lines.join(this.newline) + this.one(["", "\n", "\n\n"])
  }
}

/** Makes a random JSON document with comments, usually with entries below `key`. */
export const jsonDocument = (seed: number, key: string): string => new Json(seed).document(key)

/** Makes a random TOML document, sometimes with tables below `key`. A few are not valid. */
export const tomlDocument = (seed: number, key: string): string => new Toml(seed).document(key)
