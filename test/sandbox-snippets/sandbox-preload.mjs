// Sends what a client of Hugging Face, the router or a provider sends to the sandbox instead.
import { redirectToSandbox } from "../../dist/lib/sandbox/index.js";

globalThis.fetch = redirectToSandbox(process.env.SANDBOX_URL, globalThis.fetch);
