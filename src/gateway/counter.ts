/** Label sets of a counter that are kept apart; further ones count as "other". */
const MOST_SERIES = 500;

/** Sums amounts by labels. */
export class Counter {
	private readonly series = new Map<string, number>();

	add(labels: Readonly<Record<string, string>>, amount = 1): void {
		let key = "";
		for (const name in labels) key += `${key && ","}${name}="${escapeLabel(labels[name] ?? "")}"`;
		const known = this.series.has(key) || this.series.size < MOST_SERIES;
		const place = known
			? key
			: Object.keys(labels)
					.map((name) => `${name}="other"`)
					.join(",");
		this.series.set(place, (this.series.get(place) ?? 0) + amount);
	}

	lines(name: string): string[] {
		return [...this.series].map(([labels, value]) => `${name}${labels ? `{${labels}}` : ""} ${value}`);
	}
}

function escapeLabel(value: string): string {
	if (!/[\\"\n]/.test(value)) return value;
	return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
