/** Style of the page of a watch, behind that of the report. */
export const style = `
main.desk{max-width:none;padding:.4rem 1.25rem 3rem;display:grid;grid-template-columns:minmax(0,1fr);gap:1rem 1.5rem}
main.desk>section{margin-top:0}
.desk h1{font-size:1.3rem}
.desk h2{font-size:1.1rem}
.desk h3{margin:1.2rem 0 .4rem;color:var(--muted)}
#now{font-weight:600;white-space:pre-line;max-height:12rem;overflow:auto}
#now.busy::before{content:"… ";color:var(--muted)}
#now.over{color:var(--fail)}
.bar-of-buttons{display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:center;margin:.4rem 0}
.bar-of-buttons label span{color:var(--muted);font-size:.87rem;margin-right:.4rem}
.desk button,.desk select,.desk input[type=search]{font:inherit;color:var(--ink);background:var(--surface);border:1px solid var(--muted);border-radius:6px;padding:.25rem .7rem;max-width:100%}
.desk button{cursor:pointer}
.desk button:hover{border-color:var(--accent)}
.desk .choice{display:inline-flex;gap:.4rem;align-items:center}
#count{font-weight:400;font-size:.87rem;color:var(--muted)}
details.rule{background:var(--surface);border:1px solid var(--line);border-radius:8px;margin:.3rem 0}
details.rule>summary{padding:.4rem .7rem}
details.rule>summary .title{font-weight:400;flex:1 1 12rem;min-width:0}
.rule ul{list-style:none;margin:.4rem 0 0;padding:0}
.rule li{display:flex;gap:.6rem;align-items:baseline;padding:.15rem 0}
.desk button.open{flex:1;min-width:0;text-align:left;border:0;background:none;padding:.15rem .3rem;overflow-wrap:anywhere}
.desk button.open:hover{text-decoration:underline}
.rule li.current{background:var(--sunk);border-radius:6px}
iframe{display:block;width:100%;height:70vh;border:1px solid var(--line);border-radius:10px;background:var(--bg);margin:.6rem 0 1rem}
.opened .scroll{max-height:20rem;overflow:auto}
.opened table{font-size:.82rem;font-family:var(--mono)}
.opened td{padding:.2rem .5rem;overflow-wrap:anywhere}
.opened th:last-child{min-width:9rem}
.opened td:first-child,.opened td:nth-child(4){white-space:nowrap}
.opened td button{padding:0 .4rem;margin-left:.4rem}
#bench-says{font-weight:600}
#bench-mutation,#bench-guise{width:min(16rem,100%)}
iframe#made{height:32rem}
iframe[hidden]{display:none}
#jwt{position:fixed;left:1rem;bottom:1rem;z-index:6;box-sizing:border-box;width:min(44rem,calc(100vw - 2rem));max-height:60vh;overflow:auto;padding:.5rem .9rem;background:var(--surface);border:1px solid var(--muted);border-radius:10px}
#jwt h3{display:inline-block;margin:0 1rem .3rem 0}
@media screen and (min-width:104rem){body{padding-left:0}}
@media screen and (min-width:64rem){
main.desk{grid-template-columns:minmax(0,2fr) minmax(0,3fr)}
.desk header{grid-column:1/-1;position:sticky;top:0;z-index:5;background:var(--bg);padding:.6rem 0;border-bottom:1px solid var(--line)}
.opened{position:sticky;top:9.5rem;align-self:start;max-height:calc(100vh - 10rem);overflow:auto}
.list{scroll-margin-top:10rem}
iframe{height:calc(100vh - 26rem);min-height:20rem}
.to-list{display:none}
}`
