import { type ReactElement, useCallback, useState } from "react";
import type { KeptCall } from "../../../../gateway/call-book.ts";
import { formatCost, formatDuration, formatText, formatTokens } from "./format.ts";
import { usePolling } from "./use-polling.tsx";

/** Milliseconds between two requests for a running call. */
const PACE = 1000;

/** Request and answer of a call. */
export function CallDetails({ id }: { id: string }): ReactElement {
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
