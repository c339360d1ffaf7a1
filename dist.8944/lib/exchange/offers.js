import { isRecord, readMember } from "../json.js";
function readOffers(answer) {
  const models = readMember(answer, "data");
  if (!Array.isArray(models)) return [];
  return models.flatMap((model) => {
    const id = readMember(model, "id");
    const providers = readMember(model, "providers");
    if (typeof id !== "string" || !Array.isArray(providers)) return [];
    const architecture = readMember(model, "architecture");
    const modalities = {
      ...optional("input_modalities", readStrings(readMember(architecture, "input_modalities"))),
      ...optional("output_modalities", readStrings(readMember(architecture, "output_modalities")))
    };
    return providers.flatMap((entry) => {
      const provider = readMember(entry, "provider");
      return typeof provider === "string" ? [{ model: id, provider, ...readOffer(entry), ...modalities }] : [];
    });
  });
}
function readOffer(entry) {
  const number = (name) => optional(name, readNumber(readMember(entry, name)));
  const flag = (name) => {
    const value = readMember(entry, name);
    return optional(name, typeof value === "boolean" ? value : void 0);
  };
  const status = readMember(entry, "status");
  return {
    ...optional("status", typeof status === "string" ? status : void 0),
    ...number("context_length"),
    ...optional("pricing", readPricing(readMember(entry, "pricing"))),
    ...flag("is_free"),
    ...flag("supports_tools"),
    ...flag("supports_structured_output"),
    ...number("first_token_latency_ms"),
    ...number("throughput"),
    ...flag("is_model_author")
  };
}
function readPricing(value) {
  if (!isRecord(value)) return void 0;
  const [input, output] = [readNumber(value["input"]), readNumber(value["output"])];
  return input === void 0 || output === void 0 ? void 0 : { input, output };
}
function readNumber(value) {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : void 0;
}
function readStrings(value) {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : void 0;
}
function optional(name, value) {
  return value === void 0 ? {} : { [name]: value };
}
export {
  readOffers
};
