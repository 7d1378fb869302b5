import type { Html } from '../report/html.ts'
import { reportStyle } from '../report/report-style.ts'

/** Adds to the style of reports. Controls are at least 44 pixels high, for fingers. */
export const sharePageStyle: Html = {
  text: `${reportStyle.text}
:root{--good:#1d6b3a;--good-ground:#e2f2e6;--bad-ground:#fae4e2;--accent:#8a2d55;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--good:#8fdca6;--good-ground:#173822;--bad-ground:#4a1f1c;--accent:#f09cc0;--on-accent:#2b0a19}}
@view-transition{navigation:auto}
main{padding-bottom:2rem}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.summary{font-size:1.25rem;max-width:45rem;overflow-wrap:anywhere}
.wishes{display:flex;flex-wrap:wrap;gap:0 4rem}
.wishes ul{padding-left:1.25rem}
.palette{list-style:none;display:flex;flex-wrap:wrap;gap:1rem;margin:0;padding:0}
.palette li{display:flex;align-items:center;gap:.5rem}
.swatch{width:3rem;height:3rem;border-radius:.25rem;outline:1px solid var(--edge)}
.zoom{width:100%;height:100%;padding:0;border:0;border-radius:.25rem;background:var(--card);cursor:zoom-in}
.zoom img{width:100%;height:100%;margin:0;object-fit:contain}
.large{border:0;padding:1rem;max-width:100vw;max-height:100dvh;width:100vw;height:100dvh;background:var(--ground);color:var(--text)}
.large:popover-open{display:flex;flex-direction:column;gap:1rem}
.large img{margin:auto;min-height:0;object-fit:contain}
.close{align-self:end}
button,input,textarea{font:inherit;color:inherit}
.close,.send button{min-height:44px;padding:0 1.25rem;border-radius:.5rem;border:1px solid var(--line);background:var(--card);cursor:pointer}
.choice{display:flex;border:0;margin:.75rem 0 0;padding:0;min-width:0;gap:.25rem}
.choice label{flex:1;display:flex;align-items:center;justify-content:center;gap:.375rem;min-height:44px;padding:0 .25rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card);cursor:pointer;font-size:.9375rem}
.choice input{accent-color:var(--accent);width:1.125rem;height:1.125rem;margin:0}
.approve:has(:checked){background:var(--good-ground);border-color:var(--good);color:var(--good);font-weight:600}
.reject:has(:checked){background:var(--bad-ground);border-color:var(--low);color:var(--low);font-weight:600}
:is(button,input,textarea,summary):focus-visible,.choice label:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
summary{min-height:44px;display:flex;align-items:center;cursor:pointer;color:var(--quiet)}
summary::before{content:"+";width:1.25rem}
details[open] summary::before{content:"–"}
textarea,.send input{width:100%;border:1px solid var(--quiet);border-radius:.5rem;background:var(--card);padding:.625rem .75rem;display:block}
::placeholder{color:var(--quiet);opacity:1}
.comments{list-style:none;margin:.5rem 0 0;padding:0}
.comments li{border-left:3px solid var(--line);padding:.125rem .75rem;margin-bottom:.5rem}
.by{color:var(--quiet);font-size:.875rem}
.said{overflow-wrap:anywhere}
.all{max-width:45rem}
.send{position:sticky;bottom:0;display:flex;flex-wrap:wrap;gap:.75rem;align-items:end;margin:2rem -1.5rem 0;padding:.75rem 1.5rem;background:var(--ground);border-top:1px solid var(--line)}
.send label{flex:1 1 10rem;max-width:24rem}
.send input{min-height:44px}
.send button{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600}
.alert,.sent{padding:.75rem 1rem;border-radius:.5rem;border:1px solid}
.alert{background:var(--bad-ground);color:var(--low)}
.sent{background:var(--good-ground);color:var(--good)}
footer{margin-top:3rem;color:var(--quiet);font-size:.875rem}
@media print{.send,.choice,details{display:none}}
`,
}
