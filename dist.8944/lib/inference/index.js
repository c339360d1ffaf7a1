import { HfInference, InferenceClient, InferenceClientEndpoint } from "./client.js";
import { logError, setLogger } from "./logger.js";
import { makeRequestOptions, makeRequestOptionsFromResolvedModel, previewRequest } from "./preview.js";
import {
  ALL_PROVIDERS,
  INFERENCE_PROVIDERS,
  PROVIDERS_HUB_ORGS,
  PROVIDERS_OR_POLICIES
} from "./providers/index.js";
import { defineProvider, findProvider, getProviderHelper, PROVIDERS } from "./registry.js";
import { AUTO, authMethod, isRouted, outlineRequest, ROUTER_URL } from "./request.js";
import { run, runStream } from "./run.js";
export * from "./tasks.js";
export {
  ALL_PROVIDERS,
  AUTO,
  HfInference,
  INFERENCE_PROVIDERS,
  InferenceClient,
  InferenceClientEndpoint,
  PROVIDERS,
  PROVIDERS_HUB_ORGS,
  PROVIDERS_OR_POLICIES,
  ROUTER_URL,
  authMethod,
  defineProvider,
  findProvider,
  getProviderHelper,
  isRouted,
  logError,
  makeRequestOptions,
  makeRequestOptionsFromResolvedModel,
  outlineRequest,
  previewRequest,
  run,
  runStream,
  setLogger
};
