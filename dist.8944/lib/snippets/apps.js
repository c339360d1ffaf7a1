import { findNearestQuantType, GGMLFileQuantizationType, parseGGUFQuantLabel } from "../catalogue/gguf.js";
import { LOCAL_APP_KEYS, LOCAL_APPS } from "../catalogue/local-apps.js";
const SAFE_ID = /^[\w.-]+(?:\/[\w.-]+)?$/;
const USUAL_TYPE = GGMLFileQuantizationType.Q4_K_M;
function listAppSnippets(model, wanted) {
  if (!SAFE_ID.test(model.id)) return [];
  const record = { ...model, tags: Array.isArray(model.tags) ? model.tags : [] };
  const keys = LOCAL_APP_KEYS.filter((key) => wanted === void 0 || key === wanted);
  return keys.filter((key) => LOCAL_APPS[key].displayOnModelPage(record)).flatMap((key) => stepsOf(key, record, chooseFile(record)).map((step) => describeStep(key, step)));
}
function stepsOf(key, model, file) {
  const app = LOCAL_APPS[key];
  if ("deeplink" in app) {
    return [{ setup: `# Install ${app.prettyLabel}: ${app.docsUrl}`, content: app.deeplink(model, file).href }];
  }
  const steps = app.snippet(model, file);
  return [steps].flat().map((step) => typeof step === "string" ? { content: step } : step);
}
function describeStep(app, { title, setup, content = "" }) {
  return {
    app,
    label: LOCAL_APPS[app].prettyLabel,
    language: "deeplink" in LOCAL_APPS[app] ? "text" : "sh",
    ...title === void 0 ? {} : { variant: title },
    content: [content].flat().join("\n\n").replaceAll("	", "    "),
    ...setup === void 0 ? {} : { setup }
  };
}
function chooseFile(record) {
  const siblings = "siblings" in record ? record.siblings : void 0;
  const files = (Array.isArray(siblings) ? siblings : []).map((sibling) => sibling?.rfilename).filter((name) => typeof name === "string" && /^[\w./-]+\.gguf$/i.test(name));
  const types = GGMLFileQuantizationType;
  const byType = new Map(
    files.map((name) => [types[parseGGUFQuantLabel(name) ?? ""], name])
  );
  const nearest = findNearestQuantType(
    USUAL_TYPE,
    [...byType.keys()].filter((type) => type !== void 0)
  );
  return nearest === void 0 ? void 0 : byType.get(nearest);
}
export {
  listAppSnippets
};
