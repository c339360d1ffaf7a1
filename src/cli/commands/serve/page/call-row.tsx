import type { ReactElement } from "react";
import type { CallSummary } from "../../../../gateway/call-book.ts";
import { formatCost, formatDuration, formatTokens } from "./format.ts";
import { Waterfall } from "./waterfall.tsx";

interface Properties {
	call: CallSummary;
	/** Duration in milliseconds that the waterfall's width stands for. */
	longest: number;
	isOpen: boolean;
	onOpen(): void;
}

/** A line of the list. */
export function CallRow({ call, longest, isOpen, onOpen }: Properties): ReactElement {
	const { time, model, route, provider, served_model: served, state, status, error, total_ms: total } = call;
	return (
		<tr className={state}>
			<td>
				<button type="button" aria-expanded={isOpen} onClick={onOpen}>
					{new Date(time).toLocaleTimeString()}
				</button>
			</td>
			<td title={route}>{model}</td>
			<td title={served ?? ""}>{provider ?? "–"}</td>
			<td>{formatTokens(call.usage)}</td>
			<td>{formatCost(call.cost_usd)}</td>
			<td title={error ?? ""}>
				{state}
				{status === null || status === 200 ? "" : ` ${status}`}
				{total === null ? "" : ` ${formatDuration(total)}`}
			</td>
			<td>
				<Waterfall attempts={call.attempts} longest={longest} />
			</td>
		</tr>
	);
}
