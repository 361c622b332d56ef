/** The style sheet of the page: light and dark, phone to wide screen, print. */
export const style = `
:root{color-scheme:light dark;
--bg:#fbfbf9;--surface:#fff;--ink:#1c1e21;--muted:#5a606b;--line:#e0e0da;--accent:#1f4f8f;
--pass:#1a6b3c;--pass-bg:#e6f3ea;--fail:#a3221b;--fail-bg:#fbe9e7;--warn:#7d4b00;--warn-bg:#fdf1dc;--none:#5a606b;--none-bg:#eeeeea;
--del-bg:#fbe0dd;--add-bg:#d9f0e0;--code:#f4f4f0;
--mono:ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,monospace;
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
@media (prefers-color-scheme:dark){:root{
--bg:#15171a;--surface:#1d2024;--ink:#e8e8e4;--muted:#a3a9b3;--line:#363a41;--accent:#8fb8ee;
--pass:#7fd09d;--pass-bg:#183526;--fail:#ff9d94;--fail-bg:#43201d;--warn:#f0bd6a;--warn-bg:#3d2e14;--none:#b0b6bf;--none-bg:#2a2d32;
--del-bg:#532a26;--add-bg:#1d442d;--code:#24272c}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 var(--sans);overflow-wrap:anywhere}
main{max-width:76rem;margin:0 auto;padding:2rem 1.25rem 5rem}
a{color:var(--accent)}
h1,h2,h3,h4,h5{line-height:1.25;margin:0}
h1{font-size:1.9rem;letter-spacing:-.01em}
h2{font-size:1.35rem;margin:0 0 .8rem}
h3{font-size:1.08rem}
h3.unit{margin:1.6rem 0 .7rem}
h4{font-size:1rem;margin:1.3rem 0 .5rem}
h5{font-size:.95rem;margin:.4rem 0 .3rem}
p{margin:.4rem 0}
section{margin-top:3rem}
.muted{color:var(--muted)}
.small{font-size:.86rem}
.mono{font-family:var(--mono);font-size:.86rem}
.id{font-size:.8rem;font-weight:400}
.nowrap{white-space:nowrap}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;background:var(--surface);padding:.5rem 1rem}
.top{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,24rem);gap:1.4rem 3rem;align-items:start}
.over{margin:0 0 .3rem}
.lede{margin-top:1rem;max-width:46rem;font-size:1.05rem}
.lede p{margin:.3rem 0}
.lede ul{margin:.2rem 0;padding-left:1.1rem;font-size:1rem}
.loud{border:2px solid var(--fail);background:var(--fail-bg);color:var(--ink);border-radius:8px;padding:.7rem 1rem;margin:1rem 0 0;max-width:46rem}
.loud b{color:var(--fail)}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.2rem .9rem;margin:0;font-size:.9rem}
.facts dt,.kv dt{color:var(--muted)}
.facts dd,.kv dd{margin:0;min-width:0}
nav.jump{display:flex;flex-wrap:wrap;gap:.4rem 1.2rem;margin-top:1.6rem;padding:.8rem 0;border-block:1px solid var(--line);font-size:.94rem}
.verdict{display:inline-flex;align-items:center;gap:.4rem;font-weight:650;border-radius:999px;padding:.12rem .7rem;font-size:.88rem;white-space:nowrap}
.lede .verdict{font-size:1rem;padding:.2rem .85rem;margin-right:.3rem}
.v-pass{color:var(--pass);background:var(--pass-bg)}
.v-fail{color:var(--fail);background:var(--fail-bg)}
.v-warn{color:var(--warn);background:var(--warn-bg)}
.v-none{color:var(--none);background:var(--none-bg)}
.v-pass::before{content:"✓"}
.v-fail::before{content:"✕"}
.v-warn::before{content:"!"}
.v-none::before{content:"–"}
.todo{list-style:none;margin:0;padding:0;display:grid;gap:.8rem}
.todo>li{background:var(--surface);border:1px solid var(--line);border-left:4px solid var(--none);border-radius:8px;padding:.8rem 1rem;min-width:0}
.todo>li.t-fail{border-left-color:var(--fail)}
.todo>li.t-warn{border-left-color:var(--warn)}
.plain{list-style:none;margin:.4rem 0;padding:0}
.plain>li{margin:.45rem 0}
.measures{font-size:.9rem}
.measures>li{margin:.2rem 0}
.remedy{border-top:1px solid var(--line);padding-top:.5rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr));gap:1rem}
.card{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:1rem 1.1rem;min-width:0}
.bar{display:flex;height:10px;border-radius:5px;overflow:hidden;margin:.8rem 0 .5rem;background:var(--none-bg);gap:2px}
.bar i{display:block;min-width:3px}
.bar .pass{background:var(--pass)}
.bar .fail{background:var(--fail)}
.bar .warn{background:var(--warn)}
.bar .none{background:var(--muted);opacity:.5}
.counts{display:flex;flex-wrap:wrap;gap:.1rem 1rem;font-size:.88rem;color:var(--muted)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.93rem;background:var(--surface)}
th,td{overflow-wrap:break-word;text-align:left;padding:.5rem .7rem;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600;color:var(--muted);font-size:.84rem}
tr.group th{background:var(--code);color:var(--ink);font-size:.92rem}
.wrap{overflow-wrap:anywhere}
.matrix td.name{width:12rem}
.matrix td.what{min-width:12rem}
details.check,details.group{background:var(--surface);border:1px solid var(--line);border-radius:10px;margin:.6rem 0}
details.small{margin:.3rem 0}
summary{cursor:pointer;padding:.7rem 1rem;display:flex;flex-wrap:wrap;gap:.3rem .8rem;align-items:center;list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{content:"▸";color:var(--muted)}
details[open]>summary::before{content:"▾"}
summary:hover .title{text-decoration:underline}
.title{font-weight:600}
details.small>summary{padding:.35rem .8rem}
details.small .title{font-weight:400}
details>div{scroll-margin-top:5rem;padding:.2rem 1rem 1rem;border-top:1px solid var(--line)}
details.answer{margin:.4rem 0}
details.answer>summary{padding:.2rem 0}
:target{outline:3px solid var(--accent);outline-offset:2px}
.rules{margin:.7rem 0;padding-left:1.1rem}
.kv{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.25rem 1rem;margin:.8rem 0}
.facts-list{list-style:none;margin:.5rem 0;padding:0;font-size:.93rem}
.facts-list li{padding-left:1.3rem;position:relative}
.facts-list li::before{position:absolute;left:0;content:"·";color:var(--muted)}
.facts-list .good::before{content:"✓";color:var(--pass)}
.facts-list .bad::before{content:"✕";color:var(--fail)}
.facts-list .bad{font-weight:600}
.problem{border-left:4px solid var(--warn);background:var(--warn-bg);padding:.5rem .8rem;border-radius:4px}
.pair{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:1rem}
pre{background:var(--code);border-radius:8px;padding:.8rem;margin:.3rem 0;overflow-x:auto;font:.8rem/1.5 var(--mono);white-space:pre-wrap;overflow-wrap:anywhere}
del,ins{text-decoration:none;border-radius:3px;padding:0 .2em}
del{background:var(--del-bg)}
ins{background:var(--add-bg)}
pre del,pre ins{display:block;padding:0;margin:0 -.3rem;padding:0 .3rem}
.chain{list-style:none;margin:.3rem 0;padding:0;font-size:.9rem}
.chain li{padding:.25rem 0 .25rem .9rem;border-left:2px solid var(--line);margin-left:.3rem}
.sequence{list-style:none;margin:.3rem 0;padding:0;font-size:.9rem}
.sequence li{display:grid;grid-template-columns:4.5rem minmax(0,17rem) minmax(0,1fr);gap:0 .9rem;padding:.2rem 0;border-bottom:1px solid var(--line)}
.sequence .at{color:var(--muted);text-align:right;font-variant-numeric:tabular-nums}
.sequence .back .what{font-weight:600}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
@media (max-width:60rem){.top{grid-template-columns:minmax(0,1fr)}}
@media (max-width:48rem){
body{font-size:15px}
main{padding:1.2rem .9rem 3rem}
h1{font-size:1.5rem}
.pair{grid-template-columns:minmax(0,1fr)}
.kv{grid-template-columns:minmax(0,1fr)}
.kv dd{margin-bottom:.4rem}
.sequence li{grid-template-columns:4.2rem minmax(0,1fr)}
.sequence .what{grid-column:2}
table.fold,table.fold tbody,table.fold tr,table.fold td{display:block;width:auto}
table.fold thead{display:none}
table.fold tr{padding:.5rem .7rem;border-bottom:1px solid var(--line)}
table.fold tr.group{padding:0;border:0}
table.fold tr.group th{display:block}
table.fold td{padding:.05rem 0;border:0;min-width:0}
table.fold td:empty{display:none}
table.fold td:not([data-label=""])::before{content:attr(data-label) ": ";color:var(--muted);font-family:var(--sans)}
table.matrix tr:not(.group){display:flex;flex-wrap:wrap;gap:.1rem .9rem}
table.matrix td.name{order:1;flex:1 1 auto;width:auto}
table.matrix td.state{order:2}
table.matrix td.what{order:3;flex:1 1 100%}
table.matrix td{order:4;font-size:.9rem}
}
@media print{
nav.jump,.skip{display:none}
body{font-size:10pt;background:#fff}
main{max-width:none;padding:0}
section{margin-top:1.5rem}
.todo>li,.card,tr{break-inside:avoid}
h2,h3,h4{break-after:avoid}
pre{max-height:none}
details.check:not(.small)::details-content{content-visibility:visible;display:block}
a{color:inherit}
}
`
