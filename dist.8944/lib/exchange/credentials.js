import { findSecrets } from "../http/index.js";
function findCredentials({ url, headers }) {
  const found = findSecrets(url, Object.fromEntries(headers));
  const basic = /^basic\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return basic === void 0 ? found : [...found, ...decodeBasic(basic)];
}
function decodeBasic(encoded) {
  try {
    const pair = atob(encoded);
    return [pair, pair.slice(pair.indexOf(":") + 1)];
  } catch {
    return [];
  }
}
export {
  findCredentials
};
