import { type ReactElement, useCallback, useEffect, useState } from "react";
import { parseJson } from "../../../../base/json.ts";
import type { Usage } from "../../../../exchange/index.ts";
import { formatCost as formatDecimal } from "../../../../exchange/token-price.ts";
import { cachedPercent } from "../../../../exchange/usage.ts";
import type { KeptCall } from "../../../../gateway/call-book.ts";
import { BASE } from "./base.ts";
import { type MessagePart, readConversation } from "./conversation.ts";

/** Milliseconds between two requests for a running call. */
const PACE = 1000;

/** One call: how it was served, and its messages. */
export function CallView({ id }: { id: string }): ReactElement {
	const [call, setCall] = useState<KeptCall>();
	const [isLost, setLost] = useState(false);
	const [isRaw, setRaw] = useState(false);
	const isDone = isLost || (call !== undefined && call.state !== "running");
	const load = useCallback(async () => {
		if (isDone) return;
		const response = await fetch(`${BASE}calls/${encodeURIComponent(id)}`).catch(() => undefined);
		if (response?.ok) setCall((await response.json()) as KeptCall);
		else if (response?.status === 404) setLost(true);
	}, [id, isDone]);
	usePolling(load, PACE);
	if (isLost) return <p role="status">This call is no longer kept: the page has the last 200.</p>;
	if (!call) return <p role="status">Loading the call.</p>;
	const turns = readConversation(call.request, call.response);
	return (
		<section aria-labelledby="call-title">
			<h2 id="call-title">
				{call.route} {call.model}
			</h2>
			{call.error === null ? null : <p className="error">{call.error}</p>}
			<p>
				{new Date(call.time).toLocaleString()}, {call.state}, tokens {formatTokens(call.usage)}, cost{" "}
				{formatCost(call.cost_usd)}
				{call.key === null ? "" : `, key ${call.key}`}
			</p>
			<ol>
				{call.attempts.map(({ at, provider, model, status, error, ms }) => (
					<li key={`${at} ${provider} ${model}`}>
						{provider ?? "auto"} {model}: {status ?? error ?? "running"}, {formatDuration(ms)}
					</li>
				))}
			</ol>
			{turns ? (
				<label className="switch">
					<input type="checkbox" checked={isRaw} onChange={() => setRaw(!isRaw)} /> Raw JSON
				</label>
			) : null}
			{turns && !isRaw ? (
				turns.map(({ id: place, role, parts }, index) => (
					<article key={place} className={`turn ${ROLES.has(role) ? role : ""}`}>
						<h3>{role}</h3>
						{parts.map((part) => (
							<PartView key={part.id} part={part} isLast={index === turns.length - 1} />
						))}
					</article>
				))
			) : (
				<>
					<h3>Request</h3>
					<RawText content={call.request} label="Request" />
					<h3>Answer</h3>
					<RawText content={call.response} label="Answer" />
				</>
			)}
		</section>
	);
}

const ROLES: ReadonlySet<string> = new Set(["system", "user", "assistant", "tool", "tools"]);
/** Longer texts open on demand, except the answer. */
const LONG = 2000;

function PartView({ part: { kind, name, text }, isLast }: { part: MessagePart; isLast: boolean }): ReactElement {
	if (kind === "note") return <p className="label">{text}</p>;
	const label = LABELS[kind] + (name ? ` ${name}` : "");
	if (kind === "thinking" || text.length > LONG) {
		return (
			<details open={isLast && kind === "text"}>
				<summary>
					{label || text.slice(0, 80)} ({text.length} characters)
				</summary>
				<pre>{text}</pre>
			</details>
		);
	}
	return (
		<>
			{label === "" ? null : <p className="label">{label}</p>}
			<pre>{text}</pre>
		</>
	);
}

const LABELS: Readonly<Record<Exclude<MessagePart["kind"], "note">, string>> = {
	text: "",
	thinking: "Reasoning",
	call: "Calls",
	result: "Result",
};

/** A text area: it scrolls by keyboard too. */
function RawText({ content, label }: { content: string; label: string }): ReactElement {
	return <textarea readOnly rows={12} aria-label={label} value={formatText(content)} />;
}

/** Calls `load` repeatedly while the page is visible; calls do not overlap. */
export function usePolling(load: () => Promise<void>, pace: number): void {
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		let isOver = false;
		const turn = async (): Promise<void> => {
			if (!document.hidden) await load();
			if (!isOver) timer = setTimeout(() => void turn(), pace);
		};
		void turn();
		return () => {
			isOver = true;
			clearTimeout(timer);
		};
	}, [load, pace]);
}

export function formatDuration(ms: number): string {
	return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

export function formatTokens(usage: Usage | null, unit = ""): string {
	if (!usage) return "–";
	const percent = cachedPercent(usage);
	const cached = percent === undefined ? "" : ` (${percent} % cached)`;
	return `${usage.estimated ? "≈ " : ""}${usage.input_tokens} → ${usage.output_tokens}${unit}${cached}`;
}

export function formatCost(cost: number | null): string {
	if (cost === null) return "–";
	return `$${formatDecimal(Number(cost.toPrecision(2)))}`;
}

/** Indents JSON; returns anything else unchanged. */
function formatText(text: string): string {
	const value = parseJson(text);
	return value === undefined ? text || "–" : JSON.stringify(value, null, 2);
}
