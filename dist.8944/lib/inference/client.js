import * as tasks from "./tasks.js";
const TaskMethods = class {
};
class InferenceClient extends TaskMethods {
  defaultOptions;
  /**
   * @param accessToken hub token (`hf_\u2026`) or a provider's own key; a call's `accessToken` takes its place
   * @param defaultOptions options of every call; a call's own take their place
   */
  constructor(accessToken = "", defaultOptions = {}) {
    super();
    this.defaultOptions = defaultOptions;
    Object.defineProperty(this, "accessToken", { value: accessToken, enumerable: false });
    const { endpointUrl, ...options } = defaultOptions;
    const defaults = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== void 0));
    for (const [name, task] of Object.entries(tasks)) {
      const call = task;
      const method = (args, callOptions) => call({ endpointUrl, accessToken, ...args }, { ...defaults, ...callOptions });
      Object.defineProperty(this, name, { value: method, enumerable: false });
    }
  }
  /** Returns the same client for an endpoint of your own. */
  endpoint(endpointUrl) {
    return createClient(this.accessToken, { ...this.defaultOptions, endpointUrl });
  }
}
function createClient(...args) {
  return new InferenceClient(...args);
}
class HfInference extends InferenceClient {
}
class InferenceClientEndpoint extends InferenceClient {
}
export {
  HfInference,
  InferenceClient,
  InferenceClientEndpoint
};
