/** Label sets a counter distinguishes; further ones count as "other". */
const MAX_SERIES = 500;

/** Adds up amounts by labels. */
export class Counter {
	private readonly series = new Map<string, { values: readonly string[]; sum: number }>();
	private readonly labels: readonly string[];

	/** @param labels names of the labels */
	constructor(...labels: string[]) {
		this.labels = labels;
	}

	/** @param values of the labels, in their order */
	add(amount: number, ...values: string[]): void {
		const known =
			this.find(values) ??
			this.find(
				values.map(() => "other"),
				true,
			);
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
