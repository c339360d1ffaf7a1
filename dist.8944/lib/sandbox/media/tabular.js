function rateRows(columns) {
  const all = Object.values(columns).map((column) => column.map(toNumber));
  const height = Math.max(0, ...all.map((column) => column.length));
  const scaled = all.map((column) => {
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
    const spread = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length) || 1;
    return column.map((value) => (value - mean) / spread);
  });
  return Array.from(
    { length: height },
    (_, row) => scaled.reduce((sum, column) => sum + (column[row] ?? 0), 0) / (scaled.length || 1)
  );
}
function classifyRows(columns) {
  return rateRows(columns).map((rate) => rate > 0 ? 1 : 0);
}
function estimateRows(columns) {
  const rates = rateRows(columns);
  const all = Object.values(columns);
  return rates.map((rate, row) => {
    const values = all.map((column) => toNumber(column[row]));
    const mean = values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
    return Number((mean * (1 + rate / 10)).toFixed(4));
  });
}
function toNumber(value) {
  const number = Number(value);
  return Number.isFinite(number) ? number : String(value).length;
}
export {
  classifyRows,
  estimateRows
};
