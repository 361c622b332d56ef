import { evidenceStyle } from './style-evidence.js'
import { mediaStyle } from './style-media.js'

/** The style sheet of every page, light and dark. It goes by its hash, so no element carries a style of its own. */
export const style = `
:root{color-scheme:light dark;
--bg:#faf9f6;--surface:#fff;--sunk:#f3f2ed;--ink:#1b1d21;--muted:#585e69;--line:#dedcd4;--accent:#1d4f91;
--pass:#17663a;--pass-bg:#e3f2e8;--fail:#a3221b;--fail-bg:#fbe8e6;--warn:#7a4a00;--warn-bg:#fcf0d9;--none:#585e69;--none-bg:#edebe5;
--del-bg:#fbdcd9;--add-bg:#d3eedc;
--mono:ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace;
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
@media screen and (prefers-color-scheme:dark){:root{
--bg:#131518;--surface:#1b1e22;--sunk:#24282d;--ink:#e9e8e4;--muted:#a5abb5;--line:#363b42;--accent:#93bbf0;
--pass:#82d3a0;--pass-bg:#173525;--fail:#ffa39b;--fail-bg:#43201d;--warn:#f0bf70;--warn-bg:#3b2d14;--none:#b3b9c2;--none-bg:#2b2f35;
--del-bg:#562b27;--add-bg:#1c4630}}
*{box-sizing:border-box}
[hidden]{display:none!important}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 var(--sans);overflow-wrap:anywhere}
main{max-width:78rem;margin:0 auto;padding:2rem 1.25rem 5rem}
a{color:var(--accent);text-underline-offset:.15em}
h1,h2,h3,h4,h5{line-height:1.25;margin:0}
h1{font-size:2rem;letter-spacing:-.015em}
h2{font-size:1.45rem;letter-spacing:-.01em;margin:0 0 .4rem}
h3{font-size:1.1rem}
h3.unit{margin:1.8rem 0 .7rem}
h4{font-size:1rem;margin:1.5rem 0 .5rem}
h5{font-size:.93rem;margin:.4rem 0 .3rem}
p{margin:.4rem 0}
main>section,main>div>section{margin-top:3.2rem}
.muted{color:var(--muted)}
.small{font-size:.87rem}
.mono{font-family:var(--mono);font-size:.86em}
.id{font-family:var(--mono);font-size:.8rem;font-weight:400}
.nowrap{white-space:nowrap}
.title,.id,.mono,dd,del,ins,b,td,pre,.msg,.lanes span{unicode-bidi:isolate}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;z-index:9;background:var(--surface);padding:.5rem 1rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.over{margin:0 0 .3rem;color:var(--muted)}
.loud{border:2px solid var(--fail);background:var(--fail-bg);border-radius:8px;padding:.7rem 1rem;margin:1rem 0 0}
.loud b{color:var(--fail)}
.loud.by{border-color:var(--accent);background:var(--surface)}
.loud.by b{color:var(--accent)}
.top{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,23rem);gap:1.5rem 2.5rem;align-items:start;margin-top:1.4rem}
.roles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:1rem}
.role{background:var(--surface);border:1px solid var(--line);border-top:5px solid var(--none);border-radius:12px;padding:1.1rem 1.3rem;min-width:0}
.role.t-pass{border-top-color:var(--pass)}
.role.t-fail{border-top-color:var(--fail)}
.role.t-warn{border-top-color:var(--warn)}
.role h2,.role h3{display:flex;flex-wrap:wrap;gap:.4rem .8rem;align-items:center;font-size:1.25rem;margin-bottom:.6rem}
.target{margin-bottom:1.8rem}
.target>h2{margin-bottom:.5rem}
.target>.facts{margin-bottom:.9rem}
.role .verdict{font-size:1rem;padding:.2rem .85rem}
.role .lead{font-size:1.1rem;font-weight:600}
.role ul{margin:.6rem 0;padding-left:1.1rem}
.role li{margin:.25rem 0}
.bar{display:block;width:100%;height:10px;border-radius:5px;margin:.9rem 0 .5rem}
.bar .pass{fill:var(--pass)}
.bar .fail{fill:var(--fail)}
.bar .warn{fill:var(--warn)}
.bar .none{fill:var(--muted);opacity:.45}
.counts{display:flex;flex-wrap:wrap;gap:.1rem 1rem;font-size:.87rem;color:var(--muted);margin:0}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.3rem .9rem;margin:0;font-size:.88rem}
.facts dt,.kv dt{color:var(--muted)}
.facts dd,.kv dd{margin:0;min-width:0}
.facts .mono{font-size:.78rem;line-height:1.45}
nav.jump{display:flex;flex-wrap:wrap;gap:.3rem 1.3rem;margin-top:1.8rem;padding:.8rem 0;border-block:1px solid var(--line);font-size:.94rem}
.verdict{display:inline-flex;align-items:center;gap:.4rem;font-weight:650;border-radius:999px;padding:.1rem .65rem;font-size:.86rem;white-space:nowrap}
.v-pass{color:var(--pass);background:var(--pass-bg)}
.v-fail{color:var(--fail);background:var(--fail-bg)}
.v-warn{color:var(--warn);background:var(--warn-bg)}
.v-none{color:var(--none);background:var(--none-bg)}
.v-pass::before{content:"✓"}
.v-fail::before{content:"✕"}
.v-warn::before{content:"!"}
.v-none::before{content:"–"}
.todo{list-style:none;margin:0;padding:0;display:grid;gap:.9rem}
.todo>li{background:var(--surface);border:1px solid var(--line);border-left:5px solid var(--none);border-radius:10px;padding:.9rem 1.1rem;min-width:0}
.todo>li.t-fail{border-left-color:var(--fail)}
.todo>li.t-warn{border-left-color:var(--warn)}
.todo h5{font-size:1.02rem;margin:0}
.todo ul{list-style:none;margin:.6rem 0;padding:0}
.todo ul>li{margin:.5rem 0}
.remedy{background:var(--sunk);border-radius:8px;padding:.5rem .8rem}
.small-list{list-style:none;margin:.4rem 0;padding:0;font-size:.87rem}
.small-list li{margin:.25rem 0}
table{border-collapse:collapse;width:100%;font-size:.93rem;background:var(--surface)}
th,td{overflow-wrap:break-word;text-align:left;padding:.55rem .7rem;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600;color:var(--muted);font-size:.84rem}
caption{text-align:left;font-weight:600;padding:.4rem 0}
tbody th[scope=row]{color:var(--ink);font-size:inherit;font-weight:400}
tr.group th{background:var(--sunk);color:var(--ink);font-size:.92rem}
tr:target>*{background:var(--warn-bg)}
.wrap{overflow-wrap:anywhere}
.scroll{overflow-x:auto}
.matrix td.name{width:13rem}
.matrix td.state,.matrix td.part{white-space:nowrap}
.more{margin:.25rem 0 0}
.more>summary{padding:0;font-size:.87rem;color:var(--muted)}
.more>div{padding:.2rem 0 .3rem;border:0}
details.check,details.group{background:var(--surface);border:1px solid var(--line);border-radius:10px;margin:.6rem 0}
details.group>div>details.check{margin:.35rem 0}
details:has(>:target){border-color:var(--accent);box-shadow:0 0 0 2px var(--accent)}
summary{cursor:pointer;padding:.65rem 1rem;display:flex;flex-wrap:wrap;gap:.3rem .8rem;align-items:center;list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{content:"▸";color:var(--muted)}
details[open]>summary::before{content:"▾"}
summary:hover .title{text-decoration:underline}
.title{font-weight:600}
.small .title{font-weight:400}
details.small>summary{padding:.35rem .8rem}
details>div{scroll-margin-top:4rem;padding:.2rem 1rem 1rem;border-top:1px solid var(--line)}
details.plain{margin:.4rem 0}
details.plain>summary{padding:.2rem 0}
details.plain>div{padding:0;border:0}
.quiet{list-style:none;margin:.3rem 0;padding:0;font-size:.9rem}
.quiet li{padding:.2rem 0;border-bottom:1px solid var(--line)}
.quiet li:target{background:var(--warn-bg)}
.filter{background:var(--bg);display:flex;flex-wrap:wrap;gap:.5rem 1.2rem;align-items:end;padding:.8rem 0;border-bottom:1px solid var(--line);font-size:.9rem}
.filter fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.35rem;min-width:0}
.filter legend,.filter label>span{color:var(--muted);font-size:.82rem;padding:0;display:block}
.filter .choice{display:inline-flex;align-items:center;gap:.35rem;border:1px solid var(--line);border-radius:999px;padding:.12rem .65rem;background:var(--surface);cursor:pointer}
.filter .choice:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.filter .choice input{margin:0;accent-color:var(--accent)}
.filter label{max-width:100%;min-width:0}
.filter select{max-width:min(100%,20rem)}
.filter select,.filter input[type=search],.filter button{font:inherit;color:var(--ink);background:var(--surface);border:1px solid var(--muted);border-radius:6px;padding:.25rem .5rem;max-width:100%}
.filter input[type=search]{width:16rem}
.filter output{flex:1 1 14rem;color:var(--muted)}
${evidenceStyle}${mediaStyle}`
