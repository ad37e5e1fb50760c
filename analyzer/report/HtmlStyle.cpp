//===- HtmlStyle.cpp - The style sheet of the HTML pages ------------------===//
// For light and dark, wide and narrow windows, and print. What colours say is
// said by words, figures or lines as well.
//===----------------------------------------------------------------------===//
#include "report/HtmlText.h"

namespace warptidy {

const char *pageStyle() {
  return R"css(:root{--bg:#fff;--fg:#1b1f24;--dim:#57606a;--edge:#d0d7de;--box:#f6f8fa;--link:#0550ae;
--ideal:#116329;--ideal-bg:#e3f6e8;--slight:#6c4400;--slight-bg:#fdf3c4;--costly:#8a3600;--costly-bg:#ffe2c9;
--severe:#9b0d24;--severe-bg:#ffd9dd;--data:#5a30a8;--data-bg:#efe6ff;--unknown:#57606a;--unknown-bg:#eaeef2;
--used:#0b5cad;--on-used:#fff;--again:#b34700;--on-again:#fff;--hatch:#8c959f;--free:#e6eaef}
@media(prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--dim:#9aa4af;--edge:#343b43;--box:#161b22;--link:#79b8ff;
--ideal:#6fdd8b;--ideal-bg:#12281b;--slight:#eac54f;--slight-bg:#2c2611;--costly:#ffa657;--costly-bg:#33200d;
--severe:#ff9492;--severe-bg:#3d1618;--data:#d2b3ff;--data-bg:#271c3b;--unknown:#a5afba;--unknown-bg:#21262d;
--used:#58a6ff;--on-used:#06121f;--again:#ffa657;--on-again:#1c0f02;--hatch:#6e7681;--free:#1f252c}}
*{box-sizing:border-box}
html{scroll-padding-top:30vh}
body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif}
a{color:var(--link)}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
code,pre,td.n{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:13px}
code{overflow-wrap:anywhere}
h1{font-size:1.3rem;margin:.4rem 0;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:1.2rem 0 .4rem}h3{font-size:1rem;margin:1.1rem 0 .2rem}h4{font-size:.9rem;margin:.8rem 0 .2rem}
.skip{position:absolute;left:-99rem}.skip:focus{left:.5rem;top:.5rem;background:var(--bg);padding:.4rem .8rem;z-index:9}
.index{max-width:78rem;margin:0 auto;padding:1rem}
.wide{overflow-x:auto}
td>code{display:inline-block;overflow-wrap:break-word;max-width:34rem}
table{border-collapse:collapse;margin:.4rem 0}
th,td{text-align:left;vertical-align:top;padding:.25rem .7rem .25rem 0;border-bottom:1px solid var(--edge)}
th{font-weight:600;color:var(--dim);white-space:nowrap}
td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--dim)}
.dim,footer{color:var(--dim)}footer{padding:1rem}
.b{display:inline-block;border:1px solid;border-radius:4px;padding:0 .3em;margin:0 .1em 0 .25em;font-size:11px;line-height:1.35;text-decoration:none;white-space:nowrap;user-select:none;-webkit-user-select:none;font-family:system-ui,sans-serif}
.b:hover{text-decoration:underline}
.ideal{color:var(--ideal)}.slight{color:var(--slight)}.costly{color:var(--costly)}.severe{color:var(--severe)}.data{color:var(--data)}.unknown,.idle{color:var(--unknown)}
.b.ideal{border-color:transparent}.b.slight{background:var(--slight-bg)}.b.costly{background:var(--costly-bg)}.b.severe{background:var(--severe-bg);font-weight:700}.b.data{background:var(--data-bg);border-style:dashed}.b.unknown,.b.idle{background:var(--unknown-bg);border-style:dotted}
.b.maybe{border-style:dashed}
.src .x{border-bottom:2px solid;color:inherit;border-radius:2px}
.x.ideal{border-bottom:1px solid var(--ideal)!important}.x.slight{border-color:var(--slight)!important;background:var(--slight-bg)}.x.costly{border-bottom:3px solid var(--costly)!important;background:var(--costly-bg)}.x.severe{border-bottom:4px double var(--severe)!important;background:var(--severe-bg)}
.x.data{border-bottom-style:dashed!important;border-color:var(--data)!important;background:var(--data-bg)}.x.unknown,.x.idle{border-bottom-style:dotted!important;border-color:var(--unknown)!important}
.file header{padding:.6rem 1rem;border-bottom:1px solid var(--edge)}
.file main{margin-right:max(40%,34rem);padding-bottom:6rem}
.src{margin:0;padding:.5rem 0;overflow-x:auto;tab-size:4}
.l{white-space:pre;min-width:max-content;line-height:1.6;min-height:1.6em;padding-right:1rem}
.l>i{display:inline-block;font-size:12px;width:5ch;margin-right:1.5ch;text-align:right;font-style:normal;color:var(--dim);user-select:none;-webkit-user-select:none}
.l:target,.l:has(+.ps>:target){background:var(--slight-bg);outline:2px solid var(--slight)}

.note{white-space:normal;margin:0 1rem .2rem 7ch;font-family:system-ui,sans-serif;font-size:13px;max-width:60rem}
aside,.p:target>section{position:fixed;top:0;right:0;bottom:0;width:max(40%,34rem);overflow:auto;background:var(--box);border-left:1px solid var(--edge);padding:.6rem 1rem 2rem}
.p>section{display:none}.p:target>section{display:block;z-index:5}.p:focus-visible,main:focus-visible,.intro:focus-visible{outline:0}
.nav{display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin:0;font-size:14px}
.find{border-left:4px solid;padding:.2rem .7rem;margin:.6rem 0;background:var(--bg)}
.find.error{border-color:var(--severe)}.find.warning{border-color:var(--costly)}.find.remark{border-color:var(--data)}
.find ul,.why{margin:.2rem 0;padding-left:1.2rem;font-size:14px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .8rem;margin:.3rem 0}dt{color:var(--dim)}dd{margin:0;min-width:0}
.intro ul{padding-left:1.2rem}figure{margin:.6rem 0}figure p{margin:.2rem 0;font-size:14px}figcaption{font-size:14px}
.beside{display:grid;grid-template-columns:1fr;gap:.8rem}
svg.lanes{display:block;width:100%;min-width:30rem;max-width:44rem;height:auto;background:var(--bg);border:1px solid var(--edge);border-radius:4px;margin:.3rem 0}
.hidden{position:absolute;width:0;height:0;overflow:hidden}
.lt{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:9px;fill:var(--fg)}
.la{fill:var(--dim)}.lm{text-anchor:middle}.le{text-anchor:end}.ln{fill:var(--on-used)}.lo{fill:var(--on-again)}
.lu{fill:var(--used)}.lc{fill:var(--again)}.lf{fill:none;stroke:var(--edge)}.lw{fill:url(#hatch);stroke:var(--hatch)}.lk{fill:var(--free)}
.key{display:inline-block;width:1.6em;height:.9em;vertical-align:-.05em;border:1px solid var(--hatch);margin-right:.3em}
.key.u{background:var(--used)}.key.c{background:var(--again)}.key.w{background:repeating-linear-gradient(45deg,transparent 0 3px,var(--hatch) 3px 4px)}
pre.map{font-size:12px;overflow-x:auto;margin:.3rem 0}
summary{cursor:pointer;font-size:14px}
@media(max-width:75rem){html{scroll-padding-top:15vh}.file main{margin-right:0}aside{position:static;width:auto;border:0;border-top:1px solid var(--edge)}
.p:target>section{left:0;top:auto;width:auto;max-height:60vh;border:0;border-top:3px solid var(--link);padding:.5rem 1rem 1.5rem}
body:has(.p:target){padding-bottom:62vh}}
@media(forced-colors:active){.x,.b{forced-color-adjust:auto}}
@media print{.file main{margin:0}aside{position:static;width:auto}.p>section{display:block;position:static;width:auto;break-inside:avoid;border:1px solid var(--edge)}}
)css";
}

} // namespace warptidy
