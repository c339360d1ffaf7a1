import { type MouseEvent, type ReactElement, useCallback, useState, useSyncExternalStore } from "react";
import { sumUsage } from "../../../../exchange/usage.ts";
import type { CallSummary } from "../../../../gateway/call-book.ts";
import type { TimedAttempt } from "../../../../gateway/types.ts";
import { BASE } from "./base.ts";
import { CallView, formatCost, formatDuration, formatTokens, usePolling } from "./call-view.tsx";

/** Milliseconds between two requests for the list. */
const PACE = 1000;

/** What the list shows; empty texts show everything. */
interface CallsFilter {
	text: string;
	model: string;
	key: string;
	state: string;
}

const CHOICES: readonly { name: "model" | "key" | "state"; label: string; read(call: CallSummary): string }[] = [
	{ name: "model", label: "Model", read: ({ model }) => model },
	{ name: "key", label: "Key", read: ({ key }) => key ?? "(owner)" },
	{ name: "state", label: "State", read: describeState },
];

function describeState({ state, status }: CallSummary): string {
	return status === null || status === 200 ? state : `${state} ${status}`;
}

const ALL: CallsFilter = { text: "", model: "", key: "", state: "" };

/** The calls so far, the newest first; a call has its own URL. */
export function CallsPage(): ReactElement {
	const opened = useSyncExternalStore(onHashChange, readHash);
	return (
		<main>
			<h1>{opened === "" ? "hub serve: calls" : <a href="#calls">hub serve: calls</a>}</h1>
			{opened === "" ? null : <CallView key={opened} id={opened} />}
			{/* It stays, so that Back returns to the same filters. */}
			<div hidden={opened !== ""}>
				<CallList />
			</div>
		</main>
	);
}

function onHashChange(listener: () => void): () => void {
	addEventListener("hashchange", listener);
	return () => removeEventListener("hashchange", listener);
}

/** The part of the URL after #: the id of a call, or nothing. */
function readHash(): string {
	const id = location.hash.slice(1);
	return id === "calls" ? "" : id;
}

function CallList(): ReactElement {
	const [calls, setCalls] = useState<readonly CallSummary[]>([]);
	const [problem, setProblem] = useState("");
	const [filter, setFilter] = useState(ALL);
	const { text } = filter;
	const load = useCallback(async () => {
		try {
			const response = await fetch(`${BASE}calls${text === "" ? "" : `?text=${encodeURIComponent(text)}`}`);
			if (!response.ok) throw new Error(`hub serve returned ${response.status}.`);
			const { calls: list } = (await response.json()) as { calls: CallSummary[] };
			setCalls(list);
			setProblem("");
		} catch (error) {
			setProblem(error instanceof TypeError ? "hub serve does not respond." : String((error as Error).message));
		}
	}, [text]);
	usePolling(load, PACE);
	const shown = calls.filter((call) =>
		CHOICES.every(({ name, read }) => filter[name] === "" || filter[name] === read(call)),
	);
	const longest = Math.max(1, ...shown.map(({ total_ms: total }) => total ?? 0));
	return (
		<>
			<Filters filter={filter} calls={calls} onChange={setFilter} />
			<p role="status">{problem || describeTotals(shown)}</p>
			<div className="list">
				<table>
					<thead>
						<tr>
							{["Time", "Model", "Served by", "Tokens", "Cost", "State", "Attempts"].map((name) => (
								<th scope="col" className={ALWAYS_SHOWN.has(name) ? undefined : "more"} key={name}>
									{name}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{shown.map((call) => (
							<CallRow key={call.id} call={call} longest={longest} />
						))}
					</tbody>
				</table>
			</div>
		</>
	);
}

/** Columns of narrow windows too. */
const ALWAYS_SHOWN: ReadonlySet<string> = new Set(["Time", "Model", "State"]);

interface FiltersProperties {
	filter: CallsFilter;
	calls: readonly CallSummary[];
	onChange(filter: CallsFilter): void;
}

function Filters({ filter, calls, onChange }: FiltersProperties): ReactElement {
	return (
		<form className="filters" onSubmit={(event) => event.preventDefault()}>
			<input
				type="search"
				aria-label="Text"
				placeholder="Text in calls"
				value={filter.text}
				onChange={(event) => onChange({ ...filter, text: event.target.value })}
			/>
			{CHOICES.map(({ name, label, read }) => {
				const values = new Set([...calls.map(read), ...(filter[name] ? [filter[name]] : [])]);
				// Nothing to choose from.
				if (values.size < 2 && filter[name] === "") return null;
				return (
					<select
						key={name}
						aria-label={label}
						value={filter[name]}
						onChange={(event) => onChange({ ...filter, [name]: event.target.value })}
					>
						<option value="">{label}: all</option>
						{[...values].sort().map((value) => (
							<option key={value}>{value}</option>
						))}
					</select>
				);
			})}
		</form>
	);
}

function describeTotals(calls: readonly CallSummary[]): string {
	const usage = sumUsage(calls.map((call) => call.usage)) ?? { input_tokens: 0, output_tokens: 0 };
	const cost = calls.reduce((total, { cost_usd: price }) => total + (price ?? 0), 0);
	const isKnown = calls.some(({ cost_usd: price }) => price !== null);
	const count = `${calls.length} ${calls.length === 1 ? "call" : "calls"}`;
	return `${count}, ${formatTokens(usage, " tokens")}, ${isKnown ? formatCost(cost) : "cost unknown"}`;
}

/** A row of the list; a click anywhere opens the call, and so does Enter on its link. */
function CallRow({ call, longest }: { call: CallSummary; longest: number }): ReactElement {
	const { id, time, model, route, provider, served_model: served, state, error, total_ms: total } = call;
	const open = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): void => {
		// Of a link these keys open another tab or window.
		if (!(ctrlKey || metaKey || shiftKey)) location.hash = id;
	};
	return (
		<tr className={state} onClick={open}>
			<td>
				<a href={`#${id}`} aria-label={`${new Date(time).toLocaleTimeString()}, ${model}`}>
					{new Date(time).toLocaleTimeString()}
				</a>
			</td>
			<td title={route}>{model}</td>
			<td title={served ?? ""} className="more">
				{provider ?? "–"}
			</td>
			<td className="more">{formatTokens(call.usage)}</td>
			<td className="more">{formatCost(call.cost_usd)}</td>
			<td title={error ?? ""} className="state">
				{describeState(call)}
				{total === null ? "" : ` ${formatDuration(total)}`}
			</td>
			<td className="more">
				<Waterfall attempts={call.attempts} longest={longest} />
			</td>
		</tr>
	);
}

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
			{attempts.map(({ at, ms, first_ms: waited, status, error, provider, model }, index) => {
				const first = waited ?? ms;
				const isFailed = error !== undefined || (status ?? 200) >= 400;
				const [wait, rest] = [Math.max(0.5, scale(first)), scale(Math.max(0, ms - first))];
				return (
					<g key={`${at} ${provider} ${model}`} className={isFailed ? "failed" : "done"}>
						<rect className="waiting" x={scale(at)} y={index * 6 + 1} width={wait} height={4} />
						<rect x={scale(at + first)} y={index * 6 + 1} width={rest} height={4} />
					</g>
				);
			})}
		</svg>
	);
}

function describe({ provider, status, error, ms }: TimedAttempt): string {
	return `${provider ?? "auto"} ${status ?? error ?? "running"} ${formatDuration(ms)}`;
}
