import { printPlainJs } from "./api/print.js";
import { toValue } from "./api/values.js";
function stringifyMessages(messages, options = {}) {
  const { indent, attributeKeyQuotes, customContentEscaper } = options;
  const text = attributeKeyQuotes ? JSON.stringify(messages, null, "	") : printPlainJs(toValue(messages) ?? []);
  const indented = indent ? text.replaceAll("\n", `
${indent}`) : text;
  return customContentEscaper ? customContentEscaper(indented) : indented;
}
function stringifyGenerationConfig(config, { indent, attributeValueConnector, attributeKeyQuotes }) {
  return Object.entries(config).filter(([, value]) => value !== void 0).map(([name, value]) => {
    const key = attributeKeyQuotes ? JSON.stringify(name) : name;
    return `${key}${attributeValueConnector}${JSON.stringify(value)},`;
  }).join(indent);
}
export {
  stringifyGenerationConfig,
  stringifyMessages
};
