import type { Plugin } from "rolldown"

const eager =
  /const graphemeSegmenter = (?:\/\*#__PURE__\*\/\s*)?new Intl\.Segmenter\(undefined, \{\s*granularity: "grapheme"\s*\}\);/

/**
 * Delays the creation of the `Intl.Segmenter` in Effect's command line until its first use. Creating it reads Unicode
 * tables from disk, which costs at least 13 ms at every start.
 */
export const lazySegmenter: Plugin = {
  name: "lazy-segmenter",
  transform: {
    filter: { id: /effect[\\/]dist[\\/]cli[\\/]CliOutput\.js$/ },
    handler: (code) => {
      if (!eager.test(code))
        throw new Error("effect/cli no longer creates its segmenter in the expected way: see CliOutput.js")
      return code.replace(
        eager,
        `let madeSegmenter
const graphemeSegmenter = {
  segment: (text) => (madeSegmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" })).segment(text)
};`
      )
    }
  }
}
