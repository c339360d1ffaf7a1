/** The style of the page of `--report`: light and dark, and readable from 320 pixels on. */
export const REPORT_STYLE = `
:root {
	color-scheme: light dark;
	--ground: light-dark(#f6f7f9, #14161a);
	--card: light-dark(#ffffff, #1d2026);
	--text: light-dark(#1b1f24, #e6e9ee);
	--muted: light-dark(#57606c, #a2abb8);
	--line: light-dark(#dfe3e8, #323841);
	--done: light-dark(#2f6feb, #6ea2ff);
	--failed: light-dark(#c4372b, #ff8478);
	--limit: light-dark(#9a6700, #e3b341);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.1rem; }
p { margin: .25rem 0; }
.muted { color: var(--muted); }
.small { font-size: .875rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; margin: 1.5rem 0 0; }
.facts div { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .75rem 1rem; }
.facts dt { color: var(--muted); font-size: .875rem; }
.facts dd { margin: 0; font-size: 1.5rem; line-height: 1.3; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.facts .note { font-size: .8125rem; color: var(--muted); line-height: 1.4; }
.bad { color: var(--failed); }
.chart { display: grid; grid-template-columns: auto 1fr; gap: 0 .5rem; }
.chart svg { display: block; width: 100%; height: 14rem; overflow: visible; }
.ticks { display: flex; flex-direction: column; justify-content: space-between; text-align: right; margin: -.6em 0; }
.times { grid-column: 2; display: flex; justify-content: space-between; margin-top: .35rem; }
.ticks, .times { color: var(--muted); font-size: .8125rem; font-variant-numeric: tabular-nums; }
.grid { stroke: var(--line); }
.fill-done { fill: var(--done); }
.fill-failed { fill: var(--failed); }
.fill-limit { fill: var(--limit); }
.pace { fill: none; stroke: var(--limit); stroke-width: 2; stroke-dasharray: 6 4; }
.hit { fill: transparent; }
.hit:hover { fill: currentColor; fill-opacity: .08; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 1rem; padding: 0; list-style: none; font-size: .875rem; }
.legend svg { width: 1.1em; height: .8em; margin-right: .4em; vertical-align: baseline; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { color: var(--muted); font-weight: 500; font-size: .875rem; }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
tr:last-child > td { border-bottom: 0; }
td { overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; }
.bar { width: 40%; min-width: 5rem; }
.bar svg { display: block; width: 100%; height: .75rem; margin-top: .4rem; }
.rounded { rx: 3px; }
.cause { padding: .75rem 0; border-bottom: 1px solid var(--line); }
.cause:last-child { border-bottom: 0; padding-bottom: 0; }
.cause:first-child { padding-top: 0; }
.cause header { display: flex; justify-content: space-between; gap: 1rem; font-weight: 600; }
.cause > svg { display: block; width: 100%; height: .5rem; margin: .4rem 0; }
.cause ul { margin: .25rem 0 0; padding: 0; list-style: none; }
.cause li { margin-top: .35rem; overflow-wrap: anywhere; font-size: .9375rem; }
.samples { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)); gap: 1rem; }
.samples article { display: flex; flex-direction: column; gap: .5rem; min-width: 0; }
.samples h3 { margin: 0; font-size: .9375rem; overflow-wrap: anywhere; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; max-height: 16rem; overflow-y: auto; }
.input { color: var(--muted); border-left: 3px solid var(--line); padding-left: .75rem; font-size: .9375rem; max-height: 8rem; }
.samples img, .samples video { display: block; max-width: 100%; height: auto; border-radius: 8px; }
.samples audio { width: 100%; }
footer { margin-top: 3rem; color: var(--muted); font-size: .875rem; }
@media (max-width: 32rem) {
	main { padding: 1.25rem 1rem 3rem; }
	h1 { font-size: 1.35rem; }
	.facts { grid-template-columns: repeat(2, 1fr); }
	.facts dd { font-size: 1.25rem; }
	.card { padding: .875rem 1rem; }
	.chart svg { height: 11rem; }
	.bar { width: 22%; min-width: 3rem; }
	th, td { padding-right: .5rem; font-size: .8125rem; }
	th { vertical-align: bottom; }
	.number { white-space: normal; }
	td:first-child { min-width: 5.25rem; }
	tr > :last-child { padding-right: 0; }
}
@media print { .card, .samples article { break-inside: avoid; } .text { max-height: none; } }
`;
