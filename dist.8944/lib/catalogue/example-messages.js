import { SIGNATURES } from "./signatures.js";
const QUESTION = [{ role: "user", content: "What is the capital of France?" }];
const IMAGE_QUESTION = [
  {
    role: "user",
    content: [
      { type: "text", text: "Describe this image in one sentence." },
      {
        type: "image_url",
        image_url: {
          url: "https://cdn.britannica.com/61/93061-050-99147DCE/Statue-of-Liberty-Island-New-York-Bay.jpg"
        }
      }
    ]
  }
];
function chooseExampleMessages({
  pipeline_tag: task
}) {
  const takesImages = task !== void 0 && task !== "other" && SIGNATURES[task]?.input === "messages";
  return takesImages ? IMAGE_QUESTION : QUESTION;
}
export {
  chooseExampleMessages
};
