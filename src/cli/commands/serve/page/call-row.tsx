import { type ReactElement, useCallback, useEffect, useId, useState } from "react";
import { formatCost as formatDecimal } from "../../../../exchange/decimal.ts";
import type { Usage } from "../../../../exchange/index.ts";
import type { CallSummary, KeptCall } from "../../../../gateway/call-book.ts";
import type { TimedAttempt } from "../../../../gateway/types.ts";

interface Properties {
	call: CallSummary;
	/** Duration in milliseconds of the waterfall's whole width. */
	longest: number;
	isOpen: boolean;
	onOpen(): void;
}

/** Cells of a row. */
const COLUMNS = 7;

/** A row of the list; if open, with request and response below. */
export function CallRow({ call, longest, isOpen, onOpen }: Properties): ReactElement {
	const { time, model, route, provider, served_model: served, state, status, error, total_ms: total } = call;
	const details = useId();
	return (
		<>
			<tr className={state}>
				<td>
					<button
						type="button"
						aria-expanded={isOpen}
						aria-controls={isOpen ? details : undefined}
						aria-label={`${new Date(time).toLocaleTimeString()}, ${model}`}
						onClick={onOpen}
					>
						{new Date(time).toLocaleTimeString()}
					</button>
				</td>
				<td title={route}>{model}</td>
				<td title={served ?? ""} className="more">
					{provider ?? "–"}
				</td>
				<td className="more">{formatTokens(call.usage)}</td>
				<td className="more">{formatCost(call.cost_usd)}</td>
				<td title={error ?? ""} className="state">
					{state}
					{status === null || status === 200 ? "" : ` ${status}`}
					{total === null ? "" : ` ${formatDuration(total)}`}
				</td>
				<td className="more">
					<Waterfall attempts={call.attempts} longest={longest} />
				</td>
			</tr>
			{isOpen ? (
				<tr id={details}>
					<td colSpan={COLUMNS}>
						<CallDetails id={call.id} />
					</td>
				</tr>
			) : null}
		</>
	);
}

/** Milliseconds between two requests for a running call. */
const PACE = 1000;

/** Request and answer of a call. */
function CallDetails({ id }: { id: string }): ReactElement {
	const [call, setCall] = useState<KeptCall>();
	const isDone = call !== undefined && call.state !== "running";
	const load = useCallback(async () => {
		if (isDone) return;
		const response = await fetch(`/calls/${encodeURIComponent(id)}`).catch(() => undefined);
		if (response?.ok) setCall((await response.json()) as KeptCall);
	}, [id, isDone]);
	usePolling(load, PACE);
	if (!call) return <p role="status">Loading the call.</p>;
	return (
		<section aria-labelledby="call-title">
			<h2 id="call-title">
				{call.route} {call.model}
			</h2>
			{call.error === null ? null : <p className="error">{call.error}</p>}
			<p>
				Tokens {formatTokens(call.usage)}, cost {formatCost(call.cost_usd)}
			</p>
			<ol>
				{call.attempts.map(({ at, provider, model, status, error, ms }) => (
					<li key={`${at} ${provider} ${model}`}>
						{provider ?? "auto"} {model}: {status ?? error ?? "running"}, {formatDuration(ms)}
					</li>
				))}
			</ol>
			<h3>Request</h3>
			<Text content={call.request} label="Request" />
			<h3>Answer</h3>
			<Text content={call.response} label="Answer" />
		</section>
	);
}

/** A text area: it scrolls by keyboard too. */
function Text({ content, label }: { content: string; label: string }): ReactElement {
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

/** Units of the drawing's width. */
const WIDTH = 100;

/** The attempts of a call over time: one bar each, lighter until the first token. */
function Waterfall({ attempts, longest }: { attempts: readonly TimedAttempt[]; longest: number }): ReactElement {
	const height = Math.max(1, attempts.length) * 6;
	const scale = (ms: number): number => (ms / longest) * WIDTH;
	return (
		<svg
			className="waterfall"
			viewBox={`0 0 ${WIDTH} ${height}`}
			preserveAspectRatio="none"
			height={height * 2}
			role="img"
			aria-label={attempts.map(describe).join(", ") || "none yet"}
		>
			{attempts.map(({ at, ms, first_ms: first, status, error, provider, model }, index) => (
				<g
					key={`${at} ${provider} ${model}`}
					className={error !== undefined || (status ?? 200) >= 400 ? "failed" : "done"}
				>
					<rect
						className="waiting"
						x={scale(at)}
						y={index * 6 + 1}
						width={Math.max(0.5, scale(first ?? ms))}
						height={4}
					/>
					<rect
						x={scale(at + (first ?? ms))}
						y={index * 6 + 1}
						width={scale(Math.max(0, ms - (first ?? ms)))}
						height={4}
					/>
				</g>
			))}
		</svg>
	);
}

function describe({ provider, status, error, ms }: TimedAttempt): string {
	return `${provider ?? "auto"} ${status ?? error ?? "running"} ${formatDuration(ms)}`;
}

function formatDuration(ms: number): string {
	return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** Tokens in and out. */
function formatTokens(usage: Usage | null): string {
	return usage ? `${usage.input_tokens} → ${usage.output_tokens}` : "–";
}

function formatCost(cost: number | null): string {
	if (cost === null) return "–";
	return `$${formatDecimal(Number(cost.toPrecision(2)))}`;
}

/** Indents JSON; returns anything else unchanged. */
function formatText(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text || "–";
	}
}
