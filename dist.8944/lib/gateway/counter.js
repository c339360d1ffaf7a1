const MOST_SERIES = 500;
class Counter {
  series = /* @__PURE__ */ new Map();
  labels;
  /** @param labels names of the labels */
  constructor(...labels) {
    this.labels = labels;
  }
  /** @param values of the labels, in their order */
  add(amount, ...values) {
    const known = this.find(values) ?? this.find(
      values.map(() => "other"),
      true
    );
    if (known) known.sum += amount;
  }
  lines(name) {
    return [...this.series.values()].map(({ values, sum }) => {
      const labels = this.labels.map((label, place) => `${label}="${escapeLabel(values[place] ?? "")}"`);
      return `${name}{${labels.join(",")}} ${sum}`;
    });
  }
  find(values, isLast = false) {
    const key = values.join("\n");
    const known = this.series.get(key);
    if (known || !isLast && this.series.size >= MOST_SERIES) return known;
    const series = { values, sum: 0 };
    this.series.set(key, series);
    return series;
  }
}
function escapeLabel(value) {
  if (!/[\\"\n]/.test(value)) return value;
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
export {
  Counter
};
