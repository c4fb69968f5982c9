/** Style of the HTML report, for light and dark screens from 320 px on. */
export const style = `
:root { color-scheme: light dark; --text: light-dark(#1b1b1b, #e8e8e8); --back: light-dark(#fff, #16181b); --soft: light-dark(#5a5a5a, #b0b4ba); --line: light-dark(#d0d3d8, #3a3f46); --hot: light-dark(#b3261e, #ff8a80); }
* { box-sizing: border-box; }
body { overflow-wrap: anywhere; margin: 0 auto; max-width: 64rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); }
h1, h2 { line-height: 1.2; }
h3 { display: inline; font-size: 1rem; }
code, small { font-family: ui-monospace, monospace; font-size: .85em; overflow-wrap: anywhere; }
small, footer, figcaption { color: var(--soft); }
.counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(6rem, 1fr)); gap: .5rem; }
.count { border: 1px solid var(--line); border-radius: .4rem; padding: .5rem; text-align: center; }
.count strong { display: block; font-size: 1.6rem; }
.score { font-size: 2rem; }
.timelines { list-style: none; padding: 0; }
.timeline { height: 1rem; width: 100%; background: var(--line); fill: var(--hot); }
.severity { font-size: .8rem; font-weight: 600; }
.severity.critical, .severity.high { color: var(--hot); }
details { border-top: 1px solid var(--line); padding: .4rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary:focus-visible, .scroll:focus-visible { outline: 3px solid var(--hot); outline-offset: 2px; }
summary span { color: var(--soft); margin: 0 .5rem; }
li { margin: .4rem 0; }
figure { margin: 0; }
svg { width: 100%; height: auto; display: block; }
svg text { font: 12px system-ui, sans-serif; fill: #111; }
.shade1 { fill: #fde7d9; } .shade2 { fill: #fbcfae; } .shade3 { fill: #f5ab7c; } .shade4 { fill: #ee8a55; } .shade5 { fill: #e57a45; }
.scroll { overflow-x: auto; max-width: 100%; contain: inline-size; }
.scroll code { white-space: nowrap; overflow-wrap: normal; }
table { border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: .15rem .4rem; text-align: left; font-weight: 400; }
.matrix td { text-align: center; min-width: 1.6rem; }
.self { background: var(--line); }
.against { color: var(--hot); font-weight: 700; }
`
