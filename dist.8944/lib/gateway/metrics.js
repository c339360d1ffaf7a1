import { Counter } from "./counter.js";
import { Histogram } from "./histogram.js";
class Metrics {
  inFlight = 0;
  calls = new Counter("route", "status", "provider");
  tokens = new Counter("direction", "provider");
  cost = new Counter("provider");
  failovers = 0;
  upstream = 0;
  duration = new Histogram();
  firstToken = new Histogram();
  state;
  constructor(state) {
    this.state = state;
  }
  countFailover() {
    this.failovers++;
  }
  /** A call has ended. */
  countCall(route, status, exchange, upstream, seconds) {
    const provider = exchange?.provider ?? "none";
    this.calls.add(1, route, String(status), provider);
    this.upstream += upstream;
    this.duration.observe(seconds);
    if (exchange?.first_ms !== null && exchange?.first_ms !== void 0)
      this.firstToken.observe(exchange.first_ms / 1e3);
    if (exchange?.usage) {
      this.tokens.add(exchange.usage.input_tokens, "input", provider);
      this.tokens.add(exchange.usage.output_tokens, "output", provider);
    }
    if (exchange?.cost_usd) this.cost.add(exchange.cost_usd, provider);
  }
  /** @returns Prometheus text format, version 0.0.4 */
  format() {
    const { waiting, open } = this.state();
    const parts = [
      [
        "hub_calls_total",
        "counter",
        "Calls that ended, by route, status and provider.",
        this.calls.lines("hub_calls_total")
      ],
      [
        "hub_upstream_calls_total",
        "counter",
        "Requests sent to providers.",
        [`hub_upstream_calls_total ${this.upstream}`]
      ],
      [
        "hub_failovers_total",
        "counter",
        "Calls that went on to the next target.",
        [`hub_failovers_total ${this.failovers}`]
      ],
      ["hub_tokens_total", "counter", "Tokens of answers that told them.", this.tokens.lines("hub_tokens_total")],
      [
        "hub_cost_usd_total",
        "counter",
        "US dollars of calls with a known cost.",
        this.cost.lines("hub_cost_usd_total")
      ],
      ["hub_calls_in_flight", "gauge", "Calls under way.", [`hub_calls_in_flight ${this.inFlight}`]],
      ["hub_calls_waiting", "gauge", "Calls that wait for a rate limit.", [`hub_calls_waiting ${waiting}`]],
      [
        "hub_targets_open",
        "gauge",
        "Targets that are passed over after failures.",
        [`hub_targets_open ${open.length}`]
      ],
      ["hub_call_seconds", "histogram", "Duration of calls.", this.duration.lines("hub_call_seconds")],
      [
        "hub_first_byte_seconds",
        "histogram",
        "Time to the first byte of the provider.",
        this.firstToken.lines("hub_first_byte_seconds")
      ]
    ];
    return parts.map(([name, type, help, lines]) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n")).join("");
  }
}
export {
  Metrics
};
