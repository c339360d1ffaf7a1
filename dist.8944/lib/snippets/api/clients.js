import { writeCurl } from "./clients/curl.js";
import { writeFalClient } from "./clients/fal-client.js";
import { writeFetch } from "./clients/fetch.js";
import { writeHuggingfaceHub } from "./clients/huggingface-hub.js";
import { writeHuggingfaceJs } from "./clients/huggingface-js.js";
import { writeOpenaiJs } from "./clients/openai-js.js";
import { writeOpenaiPython } from "./clients/openai-python.js";
import { writeRequests } from "./clients/requests.js";
const BASIC = ["basic", "basicAudio", "basicImage"];
const CHAT = ["conversational", "conversationalStream"];
const EDIT = ["imageToImage", "imageToVideo"];
const SNIPPET_CLIENTS = [
  {
    language: "python",
    client: "huggingface_hub",
    setup: "pip install huggingface_hub",
    templates: [
      ...BASIC,
      ...CHAT,
      ...EDIT,
      "documentQuestionAnswering",
      "questionAnswering",
      "tableQuestionAnswering",
      "textToImage",
      "textToSpeech",
      "textToVideo"
    ],
    write: writeHuggingfaceHub
  },
  {
    language: "python",
    client: "fal_client",
    setup: "pip install fal-client",
    templates: [...EDIT, "textToImage"],
    write: writeFalClient
  },
  {
    language: "python",
    client: "requests",
    setup: "pip install requests",
    templates: [
      ...BASIC,
      ...CHAT,
      ...EDIT,
      "documentQuestionAnswering",
      "tabular",
      "textToAudio",
      "textToImage",
      "textToSpeech",
      "zeroShotClassification",
      "zeroShotImageClassification"
    ],
    write: writeRequests
  },
  { language: "python", client: "openai", setup: "pip install openai", templates: CHAT, write: writeOpenaiPython },
  {
    language: "js",
    client: "fetch",
    templates: [
      ...BASIC,
      ...EDIT,
      "conversational",
      "textToAudio",
      "textToImage",
      "textToSpeech",
      "zeroShotClassification"
    ],
    write: writeFetch
  },
  {
    language: "js",
    client: "huggingface.js",
    setup: "npm install @huggingface/inference",
    templates: [...BASIC, ...CHAT, ...EDIT, "textToAudio", "textToImage", "textToSpeech", "textToVideo"],
    write: writeHuggingfaceJs
  },
  { language: "js", client: "openai", setup: "npm install openai", templates: CHAT, write: writeOpenaiJs },
  { language: "sh", client: "curl", templates: [...BASIC, ...CHAT, "zeroShotClassification"], write: writeCurl }
];
function writeSnippets(plan) {
  const clients = SNIPPET_CLIENTS;
  return clients.flatMap(({ language, client, templates, write }) => {
    const content = templates.includes(plan.template) ? write(plan) : void 0;
    return content === void 0 ? [] : [{ language, client, content: content.replaceAll("	", "    ") }];
  });
}
const FURTHER_PACKAGES = [
  [/^from PIL |^result = client\.(?:image_segmentation|image_to_image|text_to_image)\(/m, "pillow"],
  [/^from IPython/m, "ipython"],
  [/^result = client\.feature_extraction\(/m, "numpy"]
];
function findSetup({ language, client, content }) {
  const clients = SNIPPET_CLIENTS;
  const setup = clients.find((candidate) => candidate.language === language && candidate.client === client)?.setup;
  if (setup === void 0 || language !== "python") return setup;
  const further = FURTHER_PACKAGES.filter(([use]) => use.test(content)).map(([, name]) => name);
  return [setup, ...further].join(" ");
}
export {
  SNIPPET_CLIENTS,
  findSetup,
  writeSnippets
};
