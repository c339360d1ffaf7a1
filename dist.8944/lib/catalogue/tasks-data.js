import { PIPELINE_DATA } from "./pipelines.js";
import { TASKS_MODEL_LIBRARIES } from "./task-libraries.js";
import { TASK_RECORDS } from "./task-records.js";
import { TASK_TEXTS } from "./task-texts.js";
const TASKS_DATA = Object.fromEntries(
  Object.entries(TASK_RECORDS).map(([key, facts]) => {
    const id = key;
    return [id, facts ? buildRecord(id, describe(facts, TASK_TEXTS[id])) : void 0];
  })
);
function findTaskGuide(id) {
  return TASK_RECORDS[id] ? TASK_TEXTS[id].guide : void 0;
}
function buildRecord(id, custom) {
  return { ...custom, id, label: PIPELINE_DATA[id].name, libraries: TASKS_MODEL_LIBRARIES[id] };
}
function describe({ demo, ...facts }, text) {
  return {
    ...facts,
    isPlaceholder: false,
    summary: text.summary,
    datasets: describeRepos(facts.datasets, text.datasets),
    models: describeRepos(facts.models, text.models),
    spaces: describeRepos(facts.spaces, text.spaces),
    metrics: describeRepos(facts.metrics, text.metrics),
    demo: {
      inputs: demo.inputs.map((item, index) => fillDemo(item, text.demo.inputs[index])),
      outputs: demo.outputs.map((item, index) => fillDemo(item, text.demo.outputs[index]))
    }
  };
}
function describeRepos(ids, descriptions) {
  return ids.map((id) => ({ id, description: descriptions[id] ?? "" }));
}
function fillDemo(item, text) {
  switch (item.type) {
    case "text":
      return { ...item, content: item.content ?? text?.content ?? "" };
    case "chart":
      return {
        ...item,
        data: item.data.map(({ label, score }, index) => ({ label: label ?? text?.labels?.[index] ?? "", score }))
      };
    case "tabular":
      return { type: item.type, table: [item.header, ...text?.rows ?? []] };
    case "text-with-tokens":
      return { type: item.type, text: text?.text ?? "", tokens: item.tokens };
    default:
      return item;
  }
}
export {
  TASKS_DATA,
  findTaskGuide
};
