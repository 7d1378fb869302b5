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
.sheet.grid .picture{aspect-ratio:1}
.sheet.grid .zoom img{object-fit:cover}
.sheet.column{grid-template-columns:minmax(0,52rem);justify-content:center}
.sheet.column .picture{aspect-ratio:auto}
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
.votes{list-style:none;display:flex;flex-wrap:wrap;gap:.375rem;margin:.5rem 0 0;padding:0;font-size:.875rem}
.votes:empty{display:none}
.votes li{padding:.125rem .5rem;border-radius:1rem;border:1px solid var(--line)}
.votes .approve{background:var(--good-ground);color:var(--good)}
.votes .reject{background:var(--bad-ground);color:var(--low)}
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
html.live :is(.send,.choice .undecided){display:none}
.bar{position:sticky;bottom:0;z-index:1;display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center;margin:2rem -1.5rem 0;padding:.75rem 1.5rem;background:var(--ground);border-top:1px solid var(--line)}
.progress{display:flex;gap:.5rem;align-items:center}
progress{width:6rem;accent-color:var(--accent)}
.acts{display:flex;flex-wrap:wrap;gap:.5rem}
kbd{font:inherit;opacity:.75;border:1px solid;border-radius:.25rem;padding:0 .375rem;margin-left:.375rem;font-size:.8125rem}
.count{font-variant-numeric:tabular-nums;white-space:nowrap}
.status{flex:1;min-width:6rem;color:var(--quiet);font-size:.9375rem}
:is(.bar,.viewer,.ask,details,.all) button{min-height:44px;padding:0 1rem;border-radius:.5rem;border:1px solid var(--line);background:var(--card);cursor:pointer;max-width:100%;overflow-wrap:anywhere}
:is(.bar,.viewer,.ask) .main{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600}
:is(details,.all) label{display:block;margin-bottom:.5rem}
button:disabled{opacity:.4;cursor:default}
.thanks{margin-top:2rem}
.thanks h2{margin:0}
.ask{border:1px solid var(--line);border-radius:.75rem;padding:1.5rem;max-width:min(26rem,calc(100vw - 2rem));background:var(--ground);color:var(--text)}
.ask input{display:block;width:100%;min-height:44px;margin-top:.25rem;padding:0 .75rem;border:1px solid var(--quiet);border-radius:.5rem;background:var(--card)}
::backdrop{background:#0009}
.viewer{width:100vw;height:100dvh;max-width:none;max-height:none;margin:0;padding:0;border:0;background:var(--ground);color:var(--text)}
.viewer[open]{display:flex;flex-direction:column}
.viewer header,.viewer footer{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center;padding:.5rem 1rem;margin:0;font-size:1rem;color:inherit}
.viewer footer{justify-content:center}
.viewer h2{flex:1;min-width:8rem;margin:0;font-size:1rem;overflow-wrap:anywhere;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
.viewer .status{flex:none;min-width:0}
.middle{flex:1;min-height:0;display:flex;gap:1rem;padding:0 1rem}
.stage{flex:1;min-width:0;min-height:0;display:grid;place-items:center;container-type:size}
.fit{position:relative;width:min(100cqw,100cqh*var(--ratio,1.5));aspect-ratio:var(--ratio,1.5)}
.fit img{width:100%;height:100%;max-height:none;margin:0}
.pins{position:absolute;inset:0;cursor:crosshair}
.viewer .pin{position:absolute;min-height:0;width:28px;height:28px;padding:0;margin:-14px 0 0 -14px;border-radius:50%;background:var(--accent);color:var(--on-accent);border:2px solid var(--on-accent);font-weight:600;line-height:1}
.viewer .approve[aria-pressed=true]{background:var(--good-ground);border-color:var(--good);color:var(--good);font-weight:600}
.viewer .reject[aria-pressed=true]{background:var(--bad-ground);border-color:var(--low);color:var(--low);font-weight:600}
.panel{width:20rem;max-width:40%;overflow:auto}
.panel[hidden]{display:none}
@media (max-width:47rem),(pointer:coarse){kbd{display:none}}
@media (max-width:56rem){.middle{flex-direction:column;gap:.5rem}.panel{width:auto;max-width:none;max-height:45%}}
@media (max-width:47rem){.acts{flex:1 1 100%}:is(.bar,.viewer) button{padding:0 .75rem;font-size:.9375rem}.middle{padding:0 .5rem}.viewer header,.viewer footer{padding:.25rem .5rem;gap:.25rem .5rem}.viewer header .status{display:none}}
footer{margin-top:3rem;color:var(--quiet);font-size:.875rem}
@media print{.send,.bar,.choice,details{display:none}}
`,
}
