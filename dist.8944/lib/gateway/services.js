import { Secrets } from "../exchange/index.js";
import { timeout } from "../http/index.js";
import { Breaker } from "./breaker.js";
import { CallBook } from "./call-book.js";
import { Lanes } from "./lanes.js";
import { Metrics } from "./metrics.js";
import { ModelList } from "./model-list.js";
import { TargetBook } from "./targets.js";
const HUB_URL = "https://huggingface.co";
const ROUTER_URL = "https://router.huggingface.co";
const MEBIBYTE = 2 ** 20;
function createServices(options) {
  const { now = Date.now, call = {}, timeout: limit = 12e4 } = options;
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const fetch = limit > 0 ? timeout(send, { firstByte: limit, idle: limit }) : send;
  const secrets = new Secrets(options.secrets ?? []);
  const values = [];
  const hide = (value) => {
    if (value === void 0 || value.length < 8 || values.includes(value)) return;
    values.push(value);
    secrets.add(value);
  };
  for (const value of options.secrets ?? []) hide(value);
  hide(options.key);
  const token = (provider) => {
    const found = typeof options.token === "function" ? options.token(provider) : options.token;
    hide(found);
    return found;
  };
  const hub = `${(call.hubUrl ?? HUB_URL).replace(/\/+$/, "")}/`;
  const router = (call.routerUrl ?? ROUTER_URL).replace(/\/+$/, "");
  const targets = new TargetBook(options.aliases ?? {}, options.providers ?? []);
  const models = new ModelList(`${router}/v1/models`, fetch, () => token(void 0), now);
  const lanes = new Lanes(options.queue ?? 1e3, now);
  const breaker = new Breaker(options.cooldown ?? 3e4, now);
  return {
    options,
    fetch,
    // Targets fail over in place of retries.
    callOptions: { ...call, retry_on_error: false, onNotice: () => void 0 },
    token,
    offers: () => options.offers?.() ?? models.offers,
    isHub: (url) => url.startsWith(hub) || url.startsWith("data:"),
    wait: options.wait ?? 5e3,
    firstTokenTimeout: options.firstTokenTimeout ?? 2e4,
    maxBody: options.maxBody ?? 100 * MEBIBYTE,
    now,
    targets,
    models,
    lanes,
    breaker,
    metrics: new Metrics(() => ({ waiting: lanes.queue.waiting, open: breaker.open })),
    calls: new CallBook(),
    // Most text holds none: the patterns of `Secrets` cost more than the search for known values.
    clean: (text) => values.some((value) => text.includes(value)) ? secrets.cleanText(text) : text
  };
}
export {
  createServices
};
