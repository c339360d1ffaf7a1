import { clientClass } from "../../recorder.mjs";

export const OpenAI = clientClass("OpenAI");
