import { AUTO } from "../../inference/index.js";
import { code } from "../library/snippet.js";
import { quoteShell } from "../quote.js";
function chooseToken(provider, options) {
  if (options.accessToken) return { literal: options.accessToken };
  if (options.endpointUrl) return { variable: "API_TOKEN" };
  if (provider === "hf-inference" || provider === AUTO || !options.directRequest) return { variable: "HF_TOKEN" };
  return { variable: `${provider.toUpperCase().replaceAll("-", "_")}_API_KEY` };
}
function pythonToken(token) {
  return "literal" in token ? token.literal : code(`os.environ["${token.variable}"]`);
}
function pythonAuthorization(scheme, token) {
  return "literal" in token ? `${scheme} ${token.literal}` : code(`f"${scheme} {os.environ['${token.variable}']}"`);
}
function jsToken(token) {
  return "literal" in token ? token.literal : code(`process.env.${token.variable}`);
}
function jsAuthorization(scheme, token) {
  return "literal" in token ? `${scheme} ${token.literal}` : code(`\`${scheme} \${process.env.${token.variable}}\``);
}
function shellAuthorization(scheme, token) {
  return "literal" in token ? quoteShell(`Authorization: ${scheme} ${token.literal}`) : `"Authorization: ${scheme} $${token.variable}"`;
}
export {
  chooseToken,
  jsAuthorization,
  jsToken,
  pythonAuthorization,
  pythonToken,
  shellAuthorization
};
