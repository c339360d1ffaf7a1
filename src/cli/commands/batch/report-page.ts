import { createHash } from "node:crypto";
import { version } from "../../../base/version.ts";
import type { LaneState } from "../../../batch/index.ts";
import { formatCost, formatCount, formatSize } from "../../terminal/amounts.ts";
import { formatDuration, type Summary } from "./report.ts";
import { REPORT_STYLE } from "./report-style.ts";
import type { CauseRecord, RowRecord, RunRecord, SampleRecord, Span } from "./run-record.ts";

/** Facts of a run on the page, besides its record. */
export interface ReportFacts {
	task: string;
	model: string | undefined;
	inputs: readonly string[];
	output: string | undefined;
	/** Why the run stopped, if it did not finish. */
	problem: string | undefined;
	/** Rows that earlier runs had finished. */
	earlier: number;
	summary: Summary;
	seconds: number;
	usage: { input_tokens: number; output_tokens: number } | null;
	lanes: readonly LaneState[];
}

/** HTML: texts inserted into it are always escaped. */
class Markup {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

type Part = string | number | Markup | readonly Part[] | undefined;

function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
	return new Markup(strings.map((text, place) => text + toHtml(parts[place])).join(""));
}

function toHtml(part: Part): string {
	if (part === undefined) return "";
	if (part instanceof Markup) return part.text;
	if (typeof part === "object") return part.map(toHtml).join("");
	return escapeHtml(String(part));
}

const ESCAPES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** Control characters, and characters that change the text direction, are made visible. */
function escapeHtml(text: string): string {
	return text
		.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter)
		.replace(
			/(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu,
			(letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
		);
}

/** All digits of a number of rows: people compare them with those of their data. */
const formatRows = (rows: number): string => rows.toLocaleString("en-US");

/** A row by its number, or by the id that it has. */
const nameRow = (id: string): Markup => (/^\d+$/.test(id) ? html`Row ${id}` : quoted(id));

/** A text of a row, with its own text direction. */
const quoted = (text: string): Markup => html`<bdi>${text}</bdi>`;

/** The page of `--report`: one file without a script, which loads nothing. */
export async function makeReportPage(record: RunRecord, facts: ReportFacts): Promise<string> {
	record.close();
	const style = createHash("sha256").update(REPORT_STYLE).digest("base64");
	// Nothing runs and nothing is loaded, even if a text got into the markup unescaped.
	const policy = `default-src 'none'; style-src 'sha256-${style}'; img-src data:; media-src data:; base-uri 'none'; form-action 'none'`;
	const title = `${facts.task}${facts.model === undefined ? "" : `, ${facts.model}`}`;
	const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Batch: ${title}</title>
<style>${new Markup(REPORT_STYLE)}</style>
</head>
<body>
<main>
${describeRun(title, record, facts)}
${showFacts(record, facts)}
${showRate(record)}
${showCauses(record.causes)}
${showLanes(facts.lanes)}
${showSlowest(record.slowest)}
${showSamples(await Promise.all(record.samples))}
<footer>Written by hub ${version} on ${formatTime(new Date())}. The page loads nothing from elsewhere.</footer>
</main>
</body>
</html>
`;
	return page.text;
}

const formatTime = (time: Date): string => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

function describeRun(title: string, { began }: RunRecord, { inputs, output, problem, earlier }: ReportFacts): Markup {
	return html`<h1>${quoted(title)}</h1>
<p class="muted">${quoted(inputs.join(", "))} → ${quoted(output ?? "standard output")}. Started ${formatTime(began)}.${earlier > 0 ? ` Earlier runs had finished ${formatRows(earlier)} rows.` : ""}</p>
${problem === undefined ? undefined : html`<p class="bad">${problem}</p>`}`;
}

/** A short fact: its name, its value, and what explains it. */
const fact = (name: string, value: Part, note?: string, kind = ""): Markup =>
	html`<div><dt>${name}</dt><dd class="${kind}">${value}</dd>${note === undefined ? undefined : html`<dd class="note">${note}</dd>`}</div>`;

function showFacts(record: RunRecord, { summary, seconds, usage }: ReportFacts): Markup {
	const { total, done, failed, left, cost_usd, rows_per_second, reused } = summary;
	const [middle, slow] = [record.quantile(0.5), record.quantile(0.95)];
	const ended = done + failed;
	const notes = [
		...(total === null ? [] : [`of ${formatRows(total)}`]),
		...(left === null || left === 0 ? [] : [`${formatRows(left)} left`]),
		...(reused === undefined ? [] : [`${formatRows(reused)} reused`]),
	];
	return html`<dl class="facts">
${fact("Rows done", formatRows(done), notes.join(", ") || undefined)}
${fact("Rows failed", formatRows(failed), ended === 0 ? undefined : `${formatShare(failed / ended)} of those that ended`, failed > 0 ? "bad" : "")}
${fact("Time", formatDuration(seconds), rows_per_second === null ? undefined : `${formatCount(rows_per_second)} rows a second`)}
${middle === undefined || slow === undefined ? undefined : fact("A call", formatDuration(middle), `the median; 95 % within ${formatDuration(slow)}`)}
${usage === null ? undefined : fact("Tokens", formatCount(usage.input_tokens + usage.output_tokens), `${formatCount(usage.input_tokens)} in, ${formatCount(usage.output_tokens)} out`)}
${cost_usd === null ? undefined : fact("Cost", formatCost(cost_usd), ended === 0 ? undefined : `${formatCost((cost_usd / ended) * 1000)} for 1000 rows`)}
</dl>`;
}

function formatShare(share: number): string {
	if (share === 0) return "0 %";
	return share < 0.001 ? "under 0.1 %" : `${Number((share * 100).toPrecision(2))} %`;
}

/** Width and height of charts, which are stretched to the space there is. */
const [WIDTH, HEIGHT] = [1000, 100];

/** A number that is at most three digits, from which an axis counts down in thirds. */
function niceTop(value: number): number {
	const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
	return [1.2, 1.5, 2.1, 3, 4.5, 6, 9, 15].map((factor) => factor * unit).find((top) => top >= value) ?? value;
}

const round = (value: number): number => Number(value.toFixed(2));

function showRate({ spans, width }: RunRecord): Markup {
	const rates = spans.map(({ done, failed }) => (done + failed) / width);
	const paces = spans.flatMap(({ pace }) => (pace === undefined ? [] : [pace]));
	const fastest = Math.max(0, ...rates);
	if (fastest === 0) return html``;
	// A limit far above what was used would flatten the rest.
	const top = niceTop(Math.max(fastest, ...paces.map((pace) => Math.min(pace, fastest * 1.5))));
	const step = WIDTH / spans.length;
	const heightOf = (rows: number): number => round((rows / width / top) * HEIGHT);
	const bars = spans.map(({ done, failed }, place) => {
		const [good, bad] = [heightOf(done), heightOf(failed)];
		const [x, w] = [round(place * step), round(step * (spans.length > 60 ? 1 : 0.86))];
		return html`${done > 0 ? html`<rect class="fill-done" x="${x}" y="${round(HEIGHT - good)}" width="${w}" height="${good}"/>` : undefined}${failed > 0 ? html`<rect class="fill-failed" x="${x}" y="${round(HEIGHT - good - bad)}" width="${w}" height="${bad}"/>` : undefined}`;
	});
	const limits = spans.map(({ limited }, place) =>
		limited > 0
			? html`<rect class="fill-limit" x="${round(place * step)}" y="${HEIGHT + 1.5}" width="${round(Math.max(step * 0.86, 2))}" height="3"/>`
			: undefined,
	);
	const hits = spans.map(
		(span, place) =>
			html`<rect class="hit" x="${round(place * step)}" y="0" width="${round(step)}" height="${HEIGHT}"><title>${describeSpan(span, place, width)}</title></rect>`,
	);
	const limited = spans.reduce((sum, span) => sum + span.limited, 0);
	const latest = spans.findLast(({ pace }) => pace !== undefined)?.pace;
	const square = (kind: string): Markup =>
		html`<svg viewBox="0 0 11 8" aria-hidden="true"><rect class="${kind}" width="11" height="8" rx="2"/></svg>`;
	const dash = html`<svg viewBox="0 0 11 8" aria-hidden="true"><path class="pace" d="M0 4H11"/></svg>`;
	const end = spans.length * width;
	return html`<h2>Rows a second</h2>
<div class="card">
<ul class="legend">
<li>${square("fill-done")}done</li>
${spans.some(({ failed }) => failed > 0) ? html`<li>${square("fill-failed")}failed</li>` : undefined}
${limited > 0 ? html`<li>${square("fill-limit")}${formatCount(limited)} calls hit a limit</li>` : undefined}
${latest === undefined ? undefined : html`<li>${dash}limit found: ${formatCount(latest)} calls a second</li>`}
</ul>
<div class="chart">
<div class="ticks">${[3, 2, 1, 0].map((third) => html`<span>${formatRate((top * third) / 3)}</span>`)}</div>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Rows a second over the time of the run, ${formatRate(fastest)} at most">
${[0, 1, 2, 3].map((third) => html`<path class="grid" vector-effect="non-scaling-stroke" d="M0 ${round((HEIGHT * third) / 3)}H${WIDTH}"/>`)}
${bars}${limits}
${drawPace(spans, step, (pace) => round(HEIGHT - (Math.min(pace, top) / top) * HEIGHT))}
${hits}
</svg>
<div class="times">${[0, 1, 2, 3].map((third) => html`<span>${formatDuration((end * third) / 3)}</span>`)}</div>
</div>
</div>`;
}

const formatRate = (rate: number): string => (rate < 100 ? String(Number(rate.toPrecision(2))) : formatCount(rate));

function describeSpan({ done, failed, limited, pace }: Span, place: number, width: number): string {
	return [
		`from ${formatDuration(place * width)}: ${formatRate(done / width)} rows/s`,
		...(failed > 0 ? [`${failed} failed`] : []),
		...(limited > 0 ? [`${limited} calls hit a limit`] : []),
		...(pace === undefined ? [] : [`limit ${formatRate(pace)} calls/s`]),
	].join(", ");
}

function drawPace(spans: readonly Span[], step: number, heightOf: (pace: number) => number): Markup {
	let path = "";
	for (const [place, { pace }] of spans.entries()) {
		const isOn = spans[place - 1]?.pace !== undefined;
		if (pace === undefined) continue;
		path += `${isOn ? "L" : "M"}${round(place * step)} ${heightOf(pace)}H${round((place + 1) * step)}`;
	}
	return path === "" ? html`` : html`<path class="pace" vector-effect="non-scaling-stroke" d="${path}"/>`;
}

/** A bar as long as a share, from 0 to 1. */
const bar = (share: number, kind: string): Markup =>
	html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="${kind}" width="${round(Math.max(share * 100, 0.5))}" height="8"/></svg>`;

function showCauses(causes: readonly CauseRecord[]): Markup {
	if (causes.length === 0) return html``;
	const sorted = [...causes].sort((a, b) => b.count - a.count);
	const all = sorted.reduce((sum, { count }) => sum + count, 0);
	return html`<h2>Why rows failed</h2>
<div class="card">
${sorted.map(
	({ kind, status, count, examples }) => html`<section class="cause">
<header><span>${kind}${status === undefined ? "" : ` (${status})`}</span><span>${formatRows(count)}</span></header>
${bar(count / all, "fill-failed")}
<ul>${examples.map(({ id, message }) => html`<li><span class="muted">${nameRow(id)}:</span> ${quoted(message)}</li>`)}</ul>
</section>`,
)}
</div>`;
}

function showLanes(lanes: readonly LaneState[]): Markup {
	if (lanes.length === 0) return html``;
	return html`<h2>Services</h2>
<div class="card scroll">
<table>
<thead><tr><th>Service</th><th class="number">Calls done</th><th class="number">Failed</th><th class="number">Hit a limit</th><th class="number">In flight at most</th><th class="number">Limit found</th></tr></thead>
<tbody>
${lanes.map(
	({ name, done, failed, limited, limit, pace }) =>
		html`<tr><td>${quoted(name)}</td><td class="number">${formatCount(done)}</td><td class="number">${formatCount(failed)}</td><td class="number">${formatCount(limited)}</td><td class="number">${Number.isFinite(limit) ? formatCount(limit) : "no limit"}</td><td class="number">${pace === undefined ? "none" : `${formatRate(pace)} a second`}</td></tr>`,
)}
</tbody>
</table>
</div>`;
}

function showSlowest(slowest: readonly RowRecord[]): Markup {
	const [longest] = slowest;
	if (!longest) return html``;
	return html`<h2>Slowest rows</h2>
<div class="card scroll">
<table>
<thead><tr><th>Row</th><th></th><th class="number">Time</th><th class="number">Attempts</th></tr></thead>
<tbody>
${slowest.map(
	({ id, seconds, attempts }) =>
		html`<tr><td>${quoted(id)}</td><td class="bar">${bar(seconds / longest.seconds, "fill-done")}</td><td class="number">${formatDuration(seconds)}</td><td class="number">${attempts}</td></tr>`,
)}
</tbody>
</table>
</div>`;
}

/** Images, audio and video that browsers show from a data URL without running code in them. */
const SHOWN: Readonly<Record<string, (url: Markup, name: string) => Markup>> = {
	image: (url, name) => html`<img src="${url}" alt="Result of row ${name}" loading="lazy">`,
	audio: (url) => html`<audio controls preload="none" src="${url}"></audio>`,
	video: (url) => html`<video controls preload="none" src="${url}"></video>`,
};
const SAFE_TYPE = /^(image|audio|video)\/(?!svg)[a-z0-9][a-z0-9.-]{0,40}$/;

function showSamples(samples: readonly SampleRecord[]): Markup {
	if (samples.length === 0) return html``;
	return html`<h2>Sample of results</h2>
<div class="samples">
${samples.map(
	({ id, seconds, provider, input, text, file }) => html`<article class="card">
<h3>${nameRow(id)}</h3>
${input === "" ? undefined : html`<p class="text input" dir="auto">${input}</p>`}
${text === undefined ? undefined : html`<p class="text" dir="auto">${text}</p>`}
${file && showFile(file, id)}
<p class="muted small">${formatDuration(seconds)}${provider === undefined ? undefined : html`, ${quoted(provider)}`}</p>
</article>`,
)}
</div>`;
}

function showFile({ type, bytes, size }: NonNullable<SampleRecord["file"]>, id: string): Markup {
	const [media = ""] = type.toLowerCase().split(";");
	const [, kind = ""] = SAFE_TYPE.exec(media) ?? [];
	const show = SHOWN[kind];
	if (!show || !bytes)
		return html`<p class="muted">${type || "a file"}, ${formatSize(size)}: it is with the results.</p>`;
	return show(new Markup(`data:${media};base64,${Buffer.from(bytes).toString("base64")}`), id);
}
