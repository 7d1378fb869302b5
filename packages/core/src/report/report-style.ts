import type { Html } from './html.ts'

/** Text has a contrast of at least 7 against its background, in both colour schemes. */
export const reportStyle: Html = {
  text: `
:root{color-scheme:light dark;--ground:#fbfaf8;--card:#fff;--text:#1f1d1a;--quiet:#554f47;--line:#dedad3;--bar:#2f6f5e;--track:#e9e5de;--low:#962828;--up:#1f5c48}
@media (prefers-color-scheme:dark){:root{--ground:#161513;--card:#1f1d1b;--text:#f0ede8;--quiet:#b0a99e;--line:#37332e;--bar:#6cc2a8;--track:#2c2926;--low:#ff9a8f;--up:#7fd0b6}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 1rem;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2rem 0 .75rem}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(12rem,1fr));gap:.75rem 1.5rem;margin:0}
.facts div{min-width:0}
dt{color:var(--quiet);font-size:.875rem}
dd{margin:0;overflow-wrap:anywhere}
.note{border-left:4px solid var(--line);padding:.25rem .75rem;color:var(--quiet)}
.scroll{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
.scroll:focus-visible{outline:3px solid var(--bar);outline-offset:2px}
table{border-collapse:collapse;width:100%}
th,td{padding:.75rem;text-align:left;vertical-align:top;font-weight:400;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--quiet);font-size:.875rem}
.rank{color:var(--quiet);font-variant-numeric:tabular-nums}
.picture{display:flex;gap:.75rem;align-items:flex-start;min-width:14rem}
img,.none{width:96px;height:96px;object-fit:contain;background:var(--track);border-radius:.25rem;flex:none}
.name{font-weight:600;overflow-wrap:anywhere}
.reasons{margin:.25rem 0 0;padding-left:1.1rem;font-size:.875rem}
.up{color:var(--up)}
.down,.under{color:var(--low)}
.value{font-variant-numeric:tabular-nums}
.under{font-size:.875rem;white-space:nowrap}
.bar{position:relative;display:block;min-width:8rem;height:.5rem;margin-top:.375rem;background:var(--track);border-radius:.25rem}
.bar b{display:block;height:100%;background:var(--bar);border-radius:.25rem}
.low .bar b{background:var(--low)}
.bar i{position:absolute;top:-.2rem;bottom:-.2rem;width:2px;background:var(--text)}
@media print{.scroll{overflow:visible;border:0}tr{break-inside:avoid}}
`,
}
