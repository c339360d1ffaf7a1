import type { Exchange } from "../exchange/index.ts";

/** Counts calls, requests and tokens, and reports them in Prometheus text format. */
export class Metrics {
	inFlight = 0;
	private readonly calls = new Counter("route", "status", "provider");
	private readonly tokens = new Counter("direction", "provider");
	private readonly cost = new Counter("provider");
	private readonly keyCalls = new Counter("key");
	private readonly keyCost = new Counter("key");
	private failovers = 0;
	private upstream = 0;
	private readonly duration = new Histogram();
	private readonly firstToken = new Histogram();

	countFailover(): void {
		this.failovers++;
	}

	countCall(route: string, status: number, exchange: Exchange | undefined, upstream: number, seconds: number): void {
		const provider = exchange?.provider ?? "none";
		this.calls.add(1, route, String(status), provider);
		this.upstream += upstream;
		this.duration.observe(seconds);
		if (exchange?.first_ms !== null && exchange?.first_ms !== undefined)
			this.firstToken.observe(exchange.first_ms / 1000);
		if (exchange?.usage) {
			this.tokens.add(exchange.usage.input_tokens, "input", provider);
			this.tokens.add(exchange.usage.output_tokens, "output", provider);
		}
		if (exchange?.cost_usd) this.cost.add(exchange.cost_usd, provider);
	}

	countKey(name: string, cost: number): void {
		this.keyCalls.add(1, name);
		this.keyCost.add(cost, name);
	}

	/**
	 * @param waiting calls that wait
	 * @param open targets that are skipped
	 * @returns Prometheus text format, version 0.0.4
	 */
	format(waiting: number, open: number): string {
		const metrics: readonly [name: string, help: string, value: number | Counter | Histogram][] = [
			["hub_calls_total", "Calls that ended, by route, status and provider.", this.calls],
			["hub_upstream_calls_total", "Requests sent to providers.", this.upstream],
			["hub_failovers_total", "Calls that failed over to the next target.", this.failovers],
			["hub_tokens_total", "Tokens of responses that report usage.", this.tokens],
			["hub_cost_usd_total", "US dollars of calls with a known cost.", this.cost],
			["hub_key_calls_total", "Calls that ended, by key.", this.keyCalls],
			["hub_key_cost_usd_total", "US dollars of calls with a known cost, by key.", this.keyCost],
			["hub_calls_in_flight", "Calls under way.", this.inFlight],
			["hub_calls_waiting", "Calls waiting for a rate limit.", waiting],
			["hub_targets_open", "Targets skipped after failures.", open],
			["hub_call_seconds", "Duration of calls.", this.duration],
			["hub_first_byte_seconds", "Time to the first byte of the provider.", this.firstToken],
		];
		return metrics
			.map(([name, help, value]) => {
				const type = value instanceof Histogram ? "histogram" : name.endsWith("_total") ? "counter" : "gauge";
				const lines = typeof value === "number" ? [`${name} ${value}`] : value.lines(name);
				return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
			})
			.join("");
	}
}

/** Label sets a counter distinguishes; further ones count as "other". */
const MAX_SERIES = 500;

class Counter {
	private readonly series = new Map<string, { values: readonly string[]; sum: number }>();
	private readonly labels: readonly string[];

	constructor(...labels: string[]) {
		this.labels = labels;
	}

	/** @param values of the labels, in their order */
	add(amount: number, ...values: string[]): void {
		const others = values.map(() => "other");
		const known = this.find(values) ?? this.find(others, true);
		if (known) known.sum += amount;
	}

	lines(name: string): string[] {
		return [...this.series.values()].map(({ values, sum }) => {
			const labels = this.labels.map((label, place) => `${label}="${escapeLabel(values[place] ?? "")}"`);
			return `${name}{${labels.join(",")}} ${sum}`;
		});
	}

	private find(values: readonly string[], isLast = false): { sum: number } | undefined {
		const key = values.join("\n");
		const known = this.series.get(key);
		if (known || (!isLast && this.series.size >= MAX_SERIES)) return known;
		const series = { values, sum: 0 };
		this.series.set(key, series);
		return series;
	}
}

function escapeLabel(value: string): string {
	if (!/[\\"\n]/.test(value)) return value;
	return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

/** Upper bounds of the histograms, in seconds. */
const BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60, 120] as const;

class Histogram {
	/** Number of durations between each bound and the one before. */
	private readonly counts = BOUNDS.map(() => 0);
	private sum = 0;
	private count = 0;

	observe(seconds: number): void {
		this.sum += seconds;
		this.count++;
		const index = BOUNDS.findIndex((bound) => seconds <= bound);
		if (index >= 0) this.counts[index] = (this.counts[index] ?? 0) + 1;
	}

	lines(name: string): string[] {
		let below = 0;
		return [
			...BOUNDS.map((bound, index) => {
				below += this.counts[index] ?? 0;
				return `${name}_bucket{le="${bound}"} ${below}`;
			}),
			`${name}_bucket{le="+Inf"} ${this.count}`,
			`${name}_sum ${this.sum}`,
			`${name}_count ${this.count}`,
		];
	}
}
