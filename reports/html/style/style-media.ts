/** What differs on wide screens, on phones and on paper. */
export const mediaStyle = `
@media (min-width:48rem){
html.filtering{scroll-padding-top:8rem}
.filter{position:sticky;top:0;z-index:5}
}
@media screen and (min-width:104rem){
body{padding-left:14rem}
nav.jump{position:fixed;left:0;top:0;bottom:0;width:14rem;margin:0;padding:2.2rem 1.2rem;flex-direction:column;flex-wrap:nowrap;gap:.7rem;border:0;border-right:1px solid var(--line);background:var(--surface);overflow-y:auto}
main{max-width:88rem}
}
@media screen and (max-width:62rem){.top{grid-template-columns:minmax(0,1fr)}}
@media screen and (max-width:48rem){
body{font-size:15px}
main{padding:1.2rem .9rem 3rem}
h1{font-size:1.55rem}
main>section,main>div>section{margin-top:2.4rem}
.pair,.kv{grid-template-columns:minmax(0,1fr)}
.kv dd{margin-bottom:.4rem}
summary{padding:.6rem .8rem}
details>div{padding:.2rem .8rem .8rem}
details.group>div:has(>details){padding:.2rem .4rem .5rem}
.filter input[type=search]{width:100%}
.filter label:has([type=search]){flex:1 1 100%}
.seq::before{inset:8.4rem 0 0 4.4rem}
.lanes span{writing-mode:vertical-rl;height:8rem;justify-self:center;text-align:right;font-size:.8rem}
.lanes small{display:none}
.msg{grid-column:2/-1}
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
@page{margin:14mm}
nav.jump,.skip,.filter{display:none}
html{font-size:9.5pt}
body{font-size:1rem;background:#fff;padding:0}
main{max-width:none;padding:0}
main>section,main>div>section{margin-top:1.4rem}
h1{font-size:1.6rem}
.todo>li,.role,tr,figure,.seq li{break-inside:avoid}
h2,h3,h4,h5,summary{break-after:avoid}
a{color:inherit}
.top{grid-template-columns:minmax(0,1fr)}
.more>summary{display:none}
.small-list li{display:inline-block;margin-right:.8rem}
.matrix td.name{width:10rem}
.verdict,.bar,.seq::before,del,ins,.scale,.remedy,tr.group th,.cell-bad{print-color-adjust:exact;-webkit-print-color-adjust:exact}
details.check.shown::details-content,details.more::details-content,details.plain::details-content,details.group:not(.never)::details-content{content-visibility:visible;display:block;height:auto}
}
`
