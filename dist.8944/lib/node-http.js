import { remember } from "./remember.js";
async function listen(server, host, port) {
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  const actual = typeof address === "object" && address ? address.port : port;
  return `http://${host.includes(":") ? `[${host}]` : host}:${actual}`;
}
function readTarget({ url = "/", headers }) {
  const target = url.startsWith("/") ? `http://${headers.host ?? "localhost"}${url}` : url;
  return isUrl(target) ? target : void 0;
}
const isUrl = remember((text) => URL.canParse(text));
function hasBody({ method, headers }) {
  if (method === "GET" || method === "HEAD") return false;
  return headers["content-length"] !== void 0 || headers["transfer-encoding"] !== void 0;
}
function waitForDrain(response) {
  return new Promise((resolve) => {
    const go = () => {
      response.off("drain", go);
      response.off("close", go);
      resolve();
    };
    response.once("drain", go);
    response.once("close", go);
  });
}
export {
  hasBody,
  listen,
  readTarget,
  waitForDrain
};
