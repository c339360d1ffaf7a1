import { ALL_PROVIDERS, findProvider } from "../inference/index.js";
const HUB_HOSTS = ["huggingface.co", "hf.co"];
const DATASETS_HOST = "datasets-server.huggingface.co";
const ROUTER_HOST = "router.huggingface.co";
const FILES = "files";
const FURTHER_HOSTS = {
  "queue.fal.run": "fal-ai",
  "rest.fal.ai": "fal-ai",
  "rest.alpha.fal.ai": "fal-ai",
  "api.together.ai": "together"
};
const PROVIDER_BY_HOST = new Map(
  ALL_PROVIDERS.filter(({ routed }) => routed !== "always").map((provider) => [
    new URL(provider.baseUrl).host,
    provider
  ])
);
for (const [host, id] of Object.entries(FURTHER_HOSTS)) {
  const provider = findProvider(id);
  if (provider) PROVIDER_BY_HOST.set(host, provider);
}
function locate(url) {
  const { host, pathname } = url;
  const path = pathname.replace(/^\/+/, "");
  if (path.startsWith("@".concat(FILES, "/"))) return { kind: "file", name: path.slice(FILES.length + 2) };
  if (path.startsWith("@")) return locateHost(...splitHost(path));
  if (HUB_HOSTS.includes(host)) return locateHub(path);
  if (host === DATASETS_HOST) return { kind: "datasets", path };
  if (host === ROUTER_HOST) return locateRouted(path);
  if (PROVIDER_BY_HOST.has(host)) return locateHost(host, path);
  if (path === "parquet") return { kind: "datasets", path };
  return /^$|^api\/|^datasets\//.test(path) ? locateHub(path) : locateRouted(path);
}
function locateHub(path) {
  return { kind: path.startsWith("datasets/") ? "datasets" : "hub", path };
}
function locateHost(host, path) {
  if (path.startsWith("@")) return locateHost(...splitHost(path));
  if (HUB_HOSTS.includes(host)) return locateHub(path);
  if (host === DATASETS_HOST) return { kind: "datasets", path };
  if (host === ROUTER_HOST) return locateRouted(path);
  const provider = PROVIDER_BY_HOST.get(host);
  return provider ? { kind: "provider", provider, routed: false, host, path } : { kind: "nowhere" };
}
function locateRouted(path) {
  const [, id = "", rest = ""] = /^([^/]*)\/?(.*)$/s.exec(path) ?? [];
  const provider = findProvider(id);
  if (!provider || provider.routed === "never" || provider.closedSource) return { kind: "router", path };
  const ownPath = rest.startsWith("@") ? splitHost(rest)[1] : rest;
  return { kind: "provider", provider, routed: true, host: new URL(provider.baseUrl).host, path: ownPath };
}
function splitHost(path) {
  const end = path.indexOf("/");
  return end < 0 ? [path.slice(1), ""] : [path.slice(1, end), path.slice(end + 1)];
}
function isKnownHost(host) {
  return HUB_HOSTS.includes(host) || host === DATASETS_HOST || host === ROUTER_HOST || PROVIDER_BY_HOST.has(host);
}
function providerUrlFrom(url, origin, host, path) {
  if (isKnownHost(url.host) && origin === void 0) return "https://".concat(host, "/").concat(path);
  return "".concat(origin ?? url.origin, "/@").concat(host, "/").concat(path);
}
function hubUrlFrom(url, origin, path) {
  if (isKnownHost(url.host) && origin === void 0) return "https://".concat(HUB_HOSTS[0], "/").concat(path);
  return "".concat(origin ?? url.origin, "/").concat(path);
}
function fileUrlFrom(url, origin, name) {
  return "".concat(origin ?? url.origin, "/@").concat(FILES, "/").concat(name);
}
function toSandboxUrl(href, origin) {
  const url = new URL(href);
  if (!isKnownHost(url.host)) return href;
  const isShared = [...HUB_HOSTS, ROUTER_HOST, DATASETS_HOST].includes(url.host);
  const rest = href.slice(href.indexOf(url.host) + url.host.length).replace(/^(?!\/)/, "/");
  return origin.replace(/\/+$/, "") + (isShared ? rest : "/@".concat(url.host).concat(rest));
}
export {
  fileUrlFrom,
  hubUrlFrom,
  locate,
  providerUrlFrom,
  toSandboxUrl
};
