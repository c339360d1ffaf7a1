import { type ReactElement, useId } from "react";
import type { CallSummary } from "../../../../gateway/call-book.ts";
import { CallDetails } from "./call-details.tsx";
import { formatCost, formatDuration, formatTokens } from "./format.ts";
import { Waterfall } from "./waterfall.tsx";

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
