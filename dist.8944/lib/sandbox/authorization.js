import { ServiceFailure } from "./failure.js";
const REFUSED = /invalid|expired|revoked/i;
const HUB_TOKEN = /^hf_[\w-]+$/;
function checkHubToken(request, need) {
  const header = request.headers.get("authorization");
  if (header === null && need === "optional") return void 0;
  const [, token = ""] = /^Bearer (\S+)$/.exec(header ?? "") ?? [];
  if (!HUB_TOKEN.test(token) || REFUSED.test(token)) {
    throw new ServiceFailure(401, "Invalid username or password.", { headers: { "www-authenticate": "Bearer" } });
  }
  return token;
}
function checkProviderKey(request, provider) {
  const header = request.headers.get("authorization") ?? void 0;
  const scheme = provider.scheme ?? "Bearer";
  if (header === void 0) {
    throw new ServiceFailure(401, 'No API key provided. Send it as "Authorization: '.concat(scheme, ' YOUR_KEY".'), {
      code: "missing_api_key"
    });
  }
  const [, given, key = ""] = /^(\S+) (\S+)$/.exec(header) ?? [];
  if (given !== scheme) {
    throw new ServiceFailure(401, 'Wrong authorization scheme. Send the key as "Authorization: '.concat(scheme, ' YOUR_KEY".'), {
      code: "invalid_api_key"
    });
  }
  if (key.startsWith("hf_") || REFUSED.test(key)) {
    throw new ServiceFailure(401, "Incorrect API key provided: ".concat(shorten(key), "."), { code: "invalid_api_key" });
  }
}
function checkAnyKey(request) {
  const header = request.headers.get("authorization");
  if (header === null || REFUSED.test(header)) {
    throw new ServiceFailure(401, "No valid API key provided.", { code: "invalid_api_key" });
  }
}
function shorten(key) {
  return key.length > 8 ? "".concat(key.slice(0, 3), "\u2026").concat(key.slice(-2)) : "\u2026";
}
export {
  checkAnyKey,
  checkHubToken,
  checkProviderKey
};
