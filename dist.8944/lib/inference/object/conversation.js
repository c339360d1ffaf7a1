import {
  InferenceClientAnswerCutError,
  InferenceClientProviderApiError,
  InferenceClientProviderOutputError
} from "../../errors.js";
import { isRecord, readMember } from "../../json.js";
import { notify } from "../logger.js";
class ObjectConversation {
  plan;
  args;
  options;
  messages;
  schemaIn;
  repairsLeft;
  constructor(plan, args, rules, options) {
    this.plan = plan;
    this.args = args;
    this.options = options;
    this.messages = args["messages"];
    this.schemaIn = rules.schemaIn;
    this.repairsLeft = rules.repairs;
  }
  /** The arguments of the next request. */
  get request() {
    const { response_format: given, ...args } = this.args;
    if (this.schemaIn === "instructions") return { ...args, messages: instruct(this.messages, this.plan.instructions) };
    return { ...args, messages: this.messages, response_format: given ?? this.plan.format };
  }
  /** Handles an error of the last request: true where it is sent again without the schema as a parameter. */
  retriesWithout(error) {
    if (this.schemaIn === "instructions" || !refusesSchemas(error)) return false;
    this.schemaIn = "instructions";
    this.tellInstructions();
    return true;
  }
  /**
   * Takes an answer.
   * @returns the value; undefined where the next request asks for it again
   * @throws ProviderOutputError where the answer was cut or refused, or does not follow the schema and nothing is left
   */
  async take(completion) {
    const [choice] = completion.choices;
    const message = choice?.message;
    const answer = readText(readMember(message, "content"));
    const reading = await this.plan.read(answer);
    if ("value" in reading) return reading;
    if (choice?.finish_reason === "length") {
      const tokens = completion.usage?.completion_tokens || this.args["max_tokens"];
      throw new InferenceClientAnswerCutError(typeof tokens === "number" ? tokens : void 0);
    }
    const refusal = readMember(message, "refusal");
    if (typeof refusal === "string" && refusal !== "") {
      throw new InferenceClientProviderOutputError(`The model refused: ${refusal}`);
    }
    if (answer === "" && listCalls(message) > 0) {
      throw new InferenceClientProviderOutputError("The model called a tool instead of answering.");
    }
    if (this.repairsLeft <= 0) {
      throw new InferenceClientProviderOutputError(`The answer does not follow the schema: ${reading.problems}`);
    }
    this.repairsLeft--;
    notify(
      { type: "repair", message: "The answer does not follow the schema; asking again", problems: reading.problems },
      this.options
    );
    this.messages = [
      ...this.messages,
      { role: "assistant", content: answer },
      {
        role: "user",
        content: `Your answer does not follow the JSON schema: ${reading.problems} Answer again with JSON that does, and with nothing else. The schema:
${this.plan.schema}`
      }
    ];
    return void 0;
  }
  tellInstructions() {
    notify(
      { type: "instructions", message: "The provider takes no JSON schemas: the schema goes into the instructions" },
      this.options
    );
  }
}
function instruct(messages, instructions) {
  const [first, ...rest] = messages;
  if (first?.role !== "system") return [{ role: "system", content: instructions }, ...messages];
  const content = Array.isArray(first.content) ? [...first.content, { type: "text", text: instructions }] : [first.content, instructions].filter(Boolean).join("\n\n");
  return [{ ...first, content }, ...rest];
}
function refusesSchemas(error) {
  if (!(error instanceof InferenceClientProviderApiError)) return false;
  const { status, body } = error.httpResponse;
  const text = `${error.message} ${typeof body === "string" ? body : JSON.stringify(body)}`;
  return [400, 404, 415, 422, 501].includes(status) && /response_?format|json_?schema|structured|guided/i.test(text);
}
function readText(content) {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => readMember(part, "text")).filter((text) => typeof text === "string").join("");
}
function listCalls(message) {
  const calls = isRecord(message) ? message["tool_calls"] : void 0;
  return Array.isArray(calls) ? calls.length : 0;
}
export {
  ObjectConversation,
  readText
};
