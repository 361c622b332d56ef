/** Lanes of a sequence that have a place of their own. */
export const mostLanes = 7

const lanes = Array.from({ length: mostLanes }, (_, index) => index + 1)

// Each lane is two columns wide, so that an arrow begins and ends in its middle; column 1 holds the time.
const laneRules = lanes
  .map(
    (lane) =>
      `.n${lane} li{grid-template-columns:4.4rem repeat(${2 * lane},minmax(0,1fr))}.n${lane}::before{background-size:calc(100%/${lane}) 100%}.a${lane}{grid-column-start:${2 * lane + 1}}.z${lane}{grid-column-end:${2 * lane + 1}}.m${lane}{grid-column:${2 * lane + 1}/-1}.h${lane}{grid-column:${2 * lane}/span 2}`,
  )
  .join('\n')

/** How the evidence of a check looks. */
export const evidenceStyle = `
.rules{margin:.7rem 0;padding-left:1.1rem}
.kv{display:grid;grid-template-columns:fit-content(13rem) minmax(0,1fr);gap:.25rem 1rem;margin:.8rem 0}
.facts-list{list-style:none;margin:.6rem 0;padding:0;font-size:.93rem}
.facts-list li{padding-left:1.4rem;position:relative}
.facts-list li::before{position:absolute;left:0;content:"·";color:var(--muted)}
.facts-list .good::before{content:"✓";color:var(--pass)}
.facts-list .bad::before{content:"✕";color:var(--fail)}
.facts-list .bad{font-weight:600}
.shots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,16rem),1fr));gap:.8rem 1rem;padding-left:1.2rem}
.shots img{display:block;width:100%;height:auto;border:1px solid var(--line);border-radius:6px;background:#fff}
.problem{border-left:4px solid var(--warn);background:var(--warn-bg);padding:.5rem .8rem;border-radius:4px}
.pair{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:1rem}
pre,code{background:var(--sunk);border-radius:8px;font:.8rem/1.5 var(--mono);white-space:pre-wrap;overflow-wrap:anywhere}
pre{padding:.8rem;margin:.3rem 0}
code{display:inline-block;padding:.25rem .6rem;margin-bottom:.2rem;user-select:all}
del,ins{text-decoration:none;border-radius:3px;padding:0 .2em}
del{background:var(--del-bg)}
ins{background:var(--add-bg)}
pre del,pre ins{display:block;margin:0 -.3rem;padding:0 .3rem}
pre del::before{content:"− "}
pre ins::before{content:"+ "}
.tree,.tree ol{list-style:none;margin:0;padding:0;font-size:.9rem}
.tree ol{margin-left:.55rem;border-left:2px solid var(--line)}
.tree li{padding:.25rem 0 .25rem 1.1rem;position:relative}
.tree li::before{content:"";position:absolute;left:0;top:.95rem;width:.8rem;border-top:2px solid var(--line)}
.tree>li{padding-left:0}
.tree>li::before{display:none}
.tag{display:inline-block;border-radius:4px;padding:0 .4rem;font-size:.8rem}
.seq{list-style:none;margin:.3rem 0;padding:0;font-size:.88rem;position:relative;isolation:isolate}
.seq::before{content:"";position:absolute;z-index:-1;inset:3.4rem 0 0 4.4rem;background:linear-gradient(90deg,transparent calc(50% - 1px),var(--line) 0,var(--line) calc(50% + 1px),transparent 0) repeat-x}
.seq li{display:grid;padding:.15rem 0}
.lanes span{grid-row:1;text-align:center;font-weight:600;padding:0 .3rem;line-height:1.3}
.lanes small{display:block;font:.74rem var(--mono)}
.at{grid-column:1;grid-row:2;color:var(--muted);font-size:.8rem;text-align:right;padding-right:.7rem;line-height:1;white-space:nowrap;font-variant-numeric:tabular-nums}
.msg{grid-row:1;justify-self:start;background:var(--surface);padding:0 .35rem;margin-left:.4rem;min-width:0}
.arrow{grid-row:2;height:.8rem;position:relative;color:var(--muted)}
.arrow::before{content:"";position:absolute;left:2px;right:2px;top:.35rem;border-top:2px solid}
.arrow::after{content:"";position:absolute;top:calc(.35rem - 3px);border:4px solid transparent}
.r::after{right:0;border-left-color:currentColor;border-right:0;border-left-width:8px}
.l::after{left:0;border-right-color:currentColor;border-left:0;border-right-width:8px}
.l::before{border-top-style:dashed}
.bad .msg{color:var(--fail);font-weight:650}
.bad .arrow{color:var(--fail)}
${laneRules}
.scale{margin:1rem 0}
.scale figcaption{font-weight:600;margin-bottom:.3rem}
.scale svg{display:block;width:100%;height:64px;overflow:visible}
.scale text{font:12px var(--sans);fill:var(--muted)}
.scale .axis{stroke:var(--muted);stroke-width:1}
.scale .band{fill:var(--pass-bg)}
.scale .pass{fill:var(--pass)}
.scale .fail{fill:var(--fail)}
.scale .none{fill:var(--accent)}
table.observed{font-size:.8rem}
table.observed td,table.observed th{padding:.2rem .45rem}
table.observed tr.bad td,.cell-bad{color:var(--fail);font-weight:650}
td.cell-bad{background:var(--fail-bg)}
.yes{color:var(--pass)}
.truth td{white-space:nowrap}
.truth th[scope=row]{min-width:8rem}
`
