import { type ReactElement, useCallback, useState } from "react";
import type { CallSummary } from "../../../../gateway/call-book.ts";
import { CallRow, usePolling } from "./call-row.tsx";

/** Milliseconds between two requests for the list. */
const PACE = 1000;

/** The calls so far, the newest first; each opens to show its messages. */
export function CallsPage(): ReactElement {
	const [calls, setCalls] = useState<readonly CallSummary[]>([]);
	const [problem, setProblem] = useState("");
	const [opened, setOpened] = useState<string>();
	const load = useCallback(async () => {
		try {
			const response = await fetch("/calls");
			if (!response.ok) throw new Error(`hub serve answered ${response.status}.`);
			const { calls: list } = (await response.json()) as { calls: CallSummary[] };
			setCalls(list);
			setProblem("");
		} catch (error) {
			setProblem(error instanceof TypeError ? "hub serve does not answer." : String((error as Error).message));
		}
	}, []);
	usePolling(load, PACE);
	const longest = Math.max(1, ...calls.map(({ total_ms: total }) => total ?? 0));
	return (
		<main>
			<h1>hub serve: calls</h1>
			<p role="status">{problem || `${calls.length} ${calls.length === 1 ? "call" : "calls"}`}</p>
			<div className="list">
				<table>
					<thead>
						<tr>
							<th scope="col">Time</th>
							<th scope="col">Model</th>
							<th scope="col" className="more">
								Served by
							</th>
							<th scope="col" className="more">
								Tokens
							</th>
							<th scope="col" className="more">
								Cost
							</th>
							<th scope="col">State</th>
							<th scope="col" className="more">
								Attempts
							</th>
						</tr>
					</thead>
					<tbody>
						{calls.map((call) => (
							<CallRow
								key={call.id}
								call={call}
								longest={longest}
								isOpen={call.id === opened}
								onOpen={() => setOpened(call.id === opened ? undefined : call.id)}
							/>
						))}
					</tbody>
				</table>
			</div>
		</main>
	);
}
