function noModel(hint) {
  return `Sandbox: no model here. Try ${hint}, or a real provider.`;
}
export {
  noModel
};
