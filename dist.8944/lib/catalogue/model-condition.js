function meetsCondition(model, condition) {
  if (typeof condition !== "string") {
    return "all" in condition ? condition.all.every((part) => meetsCondition(model, part)) : condition.any.some((part) => meetsCondition(model, part));
  }
  const [kind, value = ""] = condition.split(":");
  switch (kind) {
    case "gguf":
      return Boolean(model.gguf?.context_length);
    case "tag":
      return model.tags.includes(value);
    case "task":
      return model.pipeline_tag === value;
    case "library":
      return model.library_name === value;
    case "quant":
      return model.config?.quantization_config?.quant_method === value;
    case "template":
      return findChatTemplate(model)?.includes(value) ?? false;
    default:
      throw new Error(`Unknown condition "${condition}".`);
  }
}
function findChatTemplate({ gguf, config }) {
  const template = gguf?.chat_template ?? config?.chat_template_jinja ?? config?.tokenizer_config?.chat_template;
  return Array.isArray(template) ? template[0]?.template : template;
}
export {
  meetsCondition
};
