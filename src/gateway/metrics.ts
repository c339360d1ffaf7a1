import type { Exchange } from "../exchange/index.ts";

/** Counts calls, requests and tokens, and reports them in Prometheus text format. */
export function createMetrics() {
	const calls = createCounter("route", "status", "provider");
	const tokens = createCounter("direction", "provider");
	const cached = createCounter("provider");
	const cost = createCounter("provider");
	const keyCalls = createCounter("key");
	const keyCost = createCounter("key");
	const duration = createHistogram();
	const firstToken = createHistogram();
	let upstreamCalls = 0;
	const metrics = {
		inFlight: 0,
		failovers: 0,
		countCall(route: string, status: number, exchange: Exchange | undefined, upstream: number, seconds: number): void {
			const { provider, first_ms = null, usage, cost_usd } = exchange ?? {};
			const name = provider ?? "none";
			calls.add(1, route, String(status), name);
			upstreamCalls += upstream;
			duration.observe(seconds);
			if (first_ms !== null) firstToken.observe(first_ms / 1000);
			if (usage) {
				tokens.add(usage.input_tokens, "input", name);
				tokens.add(usage.output_tokens, "output", name);
				if (usage.cached_tokens !== undefined) cached.add(usage.cached_tokens, name);
			}
			if (cost_usd) cost.add(cost_usd, name);
		},
		countKey(name: string, usd: number): void {
			keyCalls.add(1, name);
			keyCost.add(usd, name);
		},
		/**
		 * @param waiting calls that wait
		 * @param open targets that are skipped
		 * @returns Prometheus text format, version 0.0.4
		 */
		format(waiting: number, open: number): string {
			const families: readonly [name: string, help: string, value: number | ((name: string) => string[])][] = [
				["hub_calls_total", "Calls that ended, by route, status and provider.", calls.lines],
				["hub_upstream_calls_total", "Requests sent to providers.", upstreamCalls],
				["hub_failovers_total", "Calls that failed over to the next target.", metrics.failovers],
				["hub_tokens_total", "Tokens of responses that report usage.", tokens.lines],
				["hub_cached_tokens_total", "Tokens of the input that came from the provider's cache.", cached.lines],
				["hub_cost_usd_total", "US dollars of calls with a known cost.", cost.lines],
				["hub_key_calls_total", "Calls that ended, by key.", keyCalls.lines],
				["hub_key_cost_usd_total", "US dollars of calls with a known cost, by key.", keyCost.lines],
				["hub_calls_in_flight", "Calls in flight.", metrics.inFlight],
				["hub_calls_waiting", "Calls waiting for a rate limit.", waiting],
				["hub_targets_open", "Targets skipped after failures.", open],
				["hub_call_seconds", "Duration of calls.", duration.lines],
				["hub_first_byte_seconds", "Time to the first byte of the provider.", firstToken.lines],
			];
			return families
				.map(([name, help, value]) => {
					const type = name.endsWith("_seconds") ? "histogram" : name.endsWith("_total") ? "counter" : "gauge";
					const lines = typeof value === "number" ? [`${name} ${value}`] : value(name);
					return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
				})
				.join("");
		},
	};
	return metrics;
}

/** Label sets a counter distinguishes; further ones count as "other". */
const MAX_SERIES = 500;

function createCounter(...labels: string[]) {
	const series = new Map<string, { values: readonly string[]; sum: number }>();
	return {
		/** @param given values of the labels, in their order */
		add(amount: number, ...given: string[]): void {
			const known = series.get(given.join("\n"));
			if (known) {
				known.sum += amount;
				return;
			}
			const values = series.size < MAX_SERIES ? given : given.map(() => "other");
			const key = values.join("\n");
			series.set(key, { values, sum: (series.get(key)?.sum ?? 0) + amount });
		},
		lines: (name: string): string[] =>
			[...series.values()].map(({ values, sum }) => {
				const pairs = labels.map((label, place) => `${label}="${escapeLabel(values[place] ?? "")}"`);
				return `${name}{${pairs.join(",")}} ${sum}`;
			}),
	};
}

function escapeLabel(value: string): string {
	return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

/** Upper bounds of the histograms, in seconds. */
const BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60, 120] as const;

function createHistogram() {
	/** Number of durations up to each bound. */
	const counts = BOUNDS.map(() => 0);
	let sum = 0;
	let count = 0;
	return {
		observe(seconds: number): void {
			sum += seconds;
			count++;
			for (let index = BOUNDS.length - 1; index >= 0 && seconds <= (BOUNDS[index] ?? 0); index--)
				counts[index] = (counts[index] ?? 0) + 1;
		},
		lines: (name: string): string[] => [
			...BOUNDS.map((bound, index) => `${name}_bucket{le="${bound}"} ${counts[index]}`),
			`${name}_bucket{le="+Inf"} ${count}`,
			`${name}_sum ${sum}`,
			`${name}_count ${count}`,
		],
	};
}
