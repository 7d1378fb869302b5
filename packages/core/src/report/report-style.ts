import type { Html } from './html.ts'

/** Text has a contrast of at least 7 against its background, in both colour schemes. */
export const reportStyle: Html = {
  text: `
:root{color-scheme:light dark;--ground:#fbfaf8;--card:#fff;--text:#1f1d1a;--quiet:#554f47;--line:#dedad3;--low:#962828;--edge:#0000001f}
@media (prefers-color-scheme:dark){:root{--ground:#161513;--card:#1f1d1b;--text:#f0ede8;--quiet:#b0a99e;--line:#37332e;--low:#ff9a8f;--edge:#ffffff2e}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:80rem;margin:0 auto;padding:3rem 1.5rem 4rem}
h1{font-size:clamp(2rem,6vw,3.5rem);line-height:1.1;letter-spacing:-.02em;margin:0 0 2rem;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2rem 0 .75rem}
.cover{padding-bottom:2rem;margin-bottom:2rem;border-bottom:1px solid var(--line)}
.facts{display:flex;flex-wrap:wrap;gap:1rem 3rem;margin:0}
.facts div{min-width:0}
dt{color:var(--quiet);font-size:.875rem}
dd{margin:0;font-size:1.125rem;overflow-wrap:anywhere}
.note{border-left:4px solid var(--line);padding:.25rem .75rem;color:var(--quiet)}
.sheet{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:2.5rem 2rem}
.sheet li{min-width:0;break-inside:avoid}
.sheet p{margin:.25rem 0 0}
.picture{display:flex;align-items:end;aspect-ratio:4/3;margin-bottom:.5rem}
img{display:block;max-width:100%;max-height:100%;margin:auto auto 0 0;outline:1px solid var(--edge);outline-offset:-1px;border-radius:.25rem}
.none{width:100%;height:100%;background:var(--card);border:1px dashed var(--line);border-radius:.25rem}
.line{display:flex;gap:.5rem;align-items:baseline}
.rank,.why,.rest{color:var(--quiet)}
.rank,.value{font-variant-numeric:tabular-nums}
.name{flex:1;font-weight:600;overflow-wrap:anywhere}
.value{font-weight:600;white-space:nowrap}
.why,.rest,.under,.verdict{font-size:.9375rem}
.under{color:var(--low)}
@media (max-width:40rem){main{padding-top:1rem}h1{font-size:1.5rem;margin:0 0 .5rem}.cover{padding-bottom:.75rem;margin-bottom:.75rem}.facts{gap:0 1.5rem}.facts div{display:flex;gap:.5rem;align-items:baseline}dd{font-size:1rem}}
@media print{main{padding:0}.cover{break-after:page;min-height:60vh;display:flex;flex-direction:column;justify-content:center}.sheet{grid-template-columns:repeat(2,1fr)}}
`,
}
