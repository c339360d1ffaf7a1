import { encodeText, hashBytes } from "./bytes.js";
async function toCanonical(request, ignored = []) {
  const { host, pathname, searchParams } = new URL(request.url);
  const canonical = {
    method: request.method,
    host,
    path: pathname,
    query: collect([...searchParams].map(([name, value]) => [name, value])),
    body: await bodyValue(request.body)
  };
  return ignored.reduce(withoutField, canonical);
}
function toKey({ method, host, path, query, body }) {
  return `${method} ${host}${path} ${stringifySorted(query)} ${stringifySorted(body)}`;
}
async function hashKey(key) {
  return (await hashBytes(encodeText(key))).slice(0, 10);
}
async function bodyValue(body) {
  switch (body.kind) {
    case "none":
      return null;
    case "json":
      return body.value;
    case "text":
      return body.text;
    case "bytes":
      return await describeBytes(body.bytes);
    case "form": {
      const parts = [];
      for (const { name, content, filename, type } of body.parts) {
        if (typeof content === "string") parts.push([name, content]);
        else {
          const bytes = await describeBytes(content);
          parts.push([name, { ...filename ? { filename } : {}, ...type ? { type } : {}, bytes }]);
        }
      }
      return collect(parts);
    }
  }
}
async function describeBytes(bytes) {
  return `${bytes.length} bytes with SHA-256 ${await hashBytes(bytes)}`;
}
function collect(pairs) {
  const values = /* @__PURE__ */ new Map();
  for (const [name, value] of pairs) values.set(name, [...values.get(name) ?? [], value]);
  return Object.fromEntries(
    [...values].sort(([a], [b]) => a < b ? -1 : 1).map(([name, list]) => [name, list.length > 1 ? list : list[0] ?? null])
  );
}
function stringifySorted(value) {
  return JSON.stringify(value, (_, item) => {
    if (item === null || typeof item !== "object" || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([a], [b]) => a < b ? -1 : 1));
  });
}
function withoutField(request, path) {
  const keys = path.split(".");
  if (keys[0] === "query" && keys.length === 2) {
    return { ...request, query: removeAt(request.query, keys.slice(1)) };
  }
  const body = removeAt(request.body, keys);
  return { ...request, body: keys[0] === "body" && keys.length > 1 ? removeAt(body, keys.slice(1)) : body };
}
function removeAt(value, [key = "", ...rest]) {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    const place = /^\d+$/.test(key) ? Number(key) : -1;
    return value.map((item, index) => index !== place ? item : rest.length > 0 ? removeAt(item, rest) : null);
  }
  const inner = Object.hasOwn(value, key) ? value[key] : void 0;
  if (inner === void 0) {
    const [next, ...others] = rest;
    return next === void 0 ? value : removeAt(value, [`${key}.${next}`, ...others]);
  }
  if (rest.length > 0) return { ...value, [key]: removeAt(inner, rest) };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}
export {
  hashKey,
  toCanonical,
  toKey
};
