function toServedRequest(canonical) {
  return { ...canonical, host: "", path: withoutHosts(canonical.path) };
}
function servedPlaces(canonical, { provider, routed }) {
  const request = toServedRequest(canonical);
  const { path } = request;
  const paths = [path];
  const prefix = "/".concat(provider);
  if (provider !== null && !routed) paths.push("".concat(prefix).concat(path));
  if (provider !== null && routed && path.startsWith("".concat(prefix, "/"))) paths.push(path.slice(prefix.length));
  return paths.map((place) => ({ ...request, path: place }));
}
function withoutHosts(path) {
  return path.replace(/\/@(?:files|[^/]*[.:][^/]*)(?=\/)/g, "");
}
const URL_IN_JSON = /https?:(?:\\?\/){2}[^\s"'<>\\/]+((?:\\?\/[^\s"'<>\\?#/]*)+)/g;
async function redirectUrls(response, origin, isRecorded) {
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  const redirect = (text2) => text2.replace(URL_IN_JSON, (found, escapedPath) => {
    const path = escapedPath.replaceAll("\\/", "/");
    if (!isRecorded(withoutHosts(path))) return found;
    const authority = found.slice(0, found.length - escapedPath.length).replace(/^https?:(?:\\?\/){2}/, "");
    return "".concat(origin).concat(path.startsWith("/@") ? "" : "/@".concat(authority)).concat(path);
  });
  const location = headers.get("location");
  if (location !== null) headers.set("location", redirect(location));
  if (!response.body || !/\bjson\b/i.test(headers.get("content-type") ?? "")) {
    return location === null ? response : new Response(response.body, { status, statusText, headers });
  }
  const text = await response.text();
  headers.delete("content-length");
  return new Response(redirect(text), { status, statusText, headers });
}
export {
  redirectUrls,
  servedPlaces,
  toServedRequest
};
