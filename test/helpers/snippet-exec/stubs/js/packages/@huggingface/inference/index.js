import { clientClass } from "../../../recorder.mjs";

export const InferenceClient = clientClass("InferenceClient");
