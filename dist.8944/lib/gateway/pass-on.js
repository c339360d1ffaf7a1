const IGNORED = /* @__PURE__ */ new Set([
  "endpointUrl",
  "accessToken",
  "hubUrl",
  "routerUrl",
  "provider",
  "data",
  "model",
  "__proto__"
]);
function passOn(fields, ...handled) {
  const rest = {};
  for (const name in fields) if (!IGNORED.has(name) && !handled.includes(name)) rest[name] = fields[name];
  return rest;
}
export {
  passOn
};
