function formatCost(cost) {
  const text = String(cost);
  return text.includes("e") ? cost.toFixed(20).replace(/\.?0+$/, "") : text;
}
export {
  formatCost
};
