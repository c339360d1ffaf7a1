import type { Exchange } from "../exchange/index.ts";
import { Counter } from "./counter.ts";
import { Histogram } from "./histogram.ts";

/** Counts calls, requests and tokens, and reports them in Prometheus text format. */
export class Metrics {
	inFlight = 0;
	private readonly calls = new Counter("route", "status", "provider");
	private readonly tokens = new Counter("direction", "provider");
	private readonly cost = new Counter("provider");
	private failovers = 0;
	private upstream = 0;
	private readonly duration = new Histogram();
	private readonly firstToken = new Histogram();
	private readonly state: () => { waiting: number; open: readonly string[] };

	constructor(state: () => { waiting: number; open: readonly string[] }) {
		this.state = state;
	}

	countFailover(): void {
		this.failovers++;
	}

	/** Counts a call that ended. */
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

	/** @returns Prometheus text format, version 0.0.4 */
	format(): string {
		const { waiting, open } = this.state();
		const parts: [name: string, type: string, help: string, lines: string[]][] = [
			[
				"hub_calls_total",
				"counter",
				"Calls that ended, by route, status and provider.",
				this.calls.lines("hub_calls_total"),
			],
			[
				"hub_upstream_calls_total",
				"counter",
				"Requests sent to providers.",
				[`hub_upstream_calls_total ${this.upstream}`],
			],
			[
				"hub_failovers_total",
				"counter",
				"Calls that failed over to the next target.",
				[`hub_failovers_total ${this.failovers}`],
			],
			["hub_tokens_total", "counter", "Tokens of responses that report usage.", this.tokens.lines("hub_tokens_total")],
			[
				"hub_cost_usd_total",
				"counter",
				"US dollars of calls with a known cost.",
				this.cost.lines("hub_cost_usd_total"),
			],
			["hub_calls_in_flight", "gauge", "Calls under way.", [`hub_calls_in_flight ${this.inFlight}`]],
			["hub_calls_waiting", "gauge", "Calls waiting for a rate limit.", [`hub_calls_waiting ${waiting}`]],
			["hub_targets_open", "gauge", "Targets skipped after failures.", [`hub_targets_open ${open.length}`]],
			["hub_call_seconds", "histogram", "Duration of calls.", this.duration.lines("hub_call_seconds")],
			[
				"hub_first_byte_seconds",
				"histogram",
				"Time to the first byte of the provider.",
				this.firstToken.lines("hub_first_byte_seconds"),
			],
		];
		return parts
			.map(([name, type, help, lines]) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n"))
			.join("");
	}
}
