function softmax(weights) {
  const most = Math.max(...weights.map(([, weight]) => weight));
  const powers = weights.map(([label, weight]) => ({ label, power: Math.exp(weight - most) }));
  const total = powers.reduce((sum, { power }) => sum + power, 0);
  return powers.map(({ label, power }) => ({ label, score: round(power / total) })).sort((a, b) => b.score - a.score);
}
function round(value) {
  return Number(value.toFixed(6));
}
export {
  round,
  softmax
};
