const UNKNOWN_BASE_MODEL = "fill-in-base-model";
function readTags({ tags }) {
  return Array.isArray(tags) ? tags : [];
}
function hasTag(model, tag) {
  return readTags(model).includes(tag);
}
function readName(model) {
  return model.id.split("/")[1] ?? model.id;
}
function readBaseModel(model) {
  const named = model.cardData?.base_model;
  return readText(Array.isArray(named) ? named[0] : named) || UNKNOWN_BASE_MODEL;
}
function readMask({ mask_token }, otherwise) {
  return readText(mask_token) || otherwise;
}
function readWidgetText(model) {
  const { text } = firstExample(model);
  return readText(text);
}
function readWidgetSentences(model) {
  const { source_sentence: source, sentences } = firstExample(model);
  if (!readText(source) || !Array.isArray(sentences) || sentences.length === 0) return void 0;
  return [source, ...sentences].map(String);
}
function readPrompt(model, otherwise) {
  return (readWidgetText(model) ?? readText(model.cardData?.instance_prompt)) || otherwise;
}
function hasChatTemplate({ config }) {
  const template = config?.tokenizer_config?.chat_template ?? config?.processor_config?.chat_template ?? config?.chat_template_jinja;
  return template !== void 0 && template !== null;
}
function firstExample(model) {
  return { ...model.widgetData?.[0] };
}
function readText(value) {
  return typeof value === "string" ? value : void 0;
}
export {
  UNKNOWN_BASE_MODEL,
  hasChatTemplate,
  hasTag,
  readBaseModel,
  readMask,
  readName,
  readPrompt,
  readTags,
  readWidgetSentences,
  readWidgetText
};
