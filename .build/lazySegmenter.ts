import type { Plugin } from "rolldown"

const eager =
  /const graphemeSegmenter = (?:\/\*#__PURE__\*\/\s*)?new Intl\.Segmenter\(undefined, \{\s*granularity: "grapheme"\s*\}\);/

/**
 * Effect's command line makes an `Intl.Segmenter` when it is loaded, which reads Unicode tables from disk: 13 ms and
 * more at every start. In the bundle it is made when the first text is measured.
 */
export const lazySegmenter: Plugin = {
  name: "lazy-segmenter",
  transform: {
    filter: { id: /effect[\\/]dist[\\/]cli[\\/]CliOutput\.js$/ },
    handler: (code) => {
      if (!eager.test(code)) throw new Error("effect/cli no longer makes its segmenter as it did: look at CliOutput.js")
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
