function omit(source, ...names) {
  const members = Object.entries(source ?? {});
  return Object.fromEntries(members.filter(([name, value]) => value !== void 0 && !names.includes(name)));
}
function rest(args, ...names) {
  return omit(args, "inputs", "parameters", ...names);
}
function flat(args) {
  return { ...rest(args), ...args.parameters };
}
function completionParameters(args) {
  if (!args.parameters) return {};
  return { max_tokens: args.parameters["max_new_tokens"], ...omit(args.parameters, "max_new_tokens") };
}
export {
  completionParameters,
  flat,
  omit,
  rest
};
