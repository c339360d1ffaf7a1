import * as tasks from "./tasks.ts";
import type { BaseArgs, CallOptions, Options } from "./types.ts";

type TaskFunctions = typeof tasks;

// The task functions become methods in the constructor; this gives them their types.
const TaskMethods = class {} as unknown as new () => TaskFunctions;

/**
 * All task functions with one token and one set of options.
 *
 * ```ts
 * const client = new InferenceClient(process.env.HF_TOKEN);
 * const { choices } = await client.chatCompletion({ model: "org/name", messages: [{ role: "user", content: "Hi" }] });
 * ```
 */
export class InferenceClient extends TaskMethods {
	declare readonly accessToken: string;
	readonly defaultOptions: Options & { endpointUrl?: string | undefined };

	/**
	 * @param accessToken hub token (`hf_…`) or a provider's own key; a call's `accessToken` overrides it
	 * @param defaultOptions options of every call; a call's own override them
	 */
	constructor(accessToken = "", defaultOptions: Options & { endpointUrl?: string | undefined } = {}) {
		super();
		this.defaultOptions = defaultOptions;
		// Not enumerable, so that printing or serializing a client does not reveal it.
		Object.defineProperty(this, "accessToken", { value: accessToken, enumerable: false });
		const { endpointUrl, ...options } = defaultOptions;
		const defaults = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
		for (const [name, task] of Object.entries(tasks)) {
			const call = task as (args: BaseArgs, options: CallOptions) => unknown;
			const method = (args: BaseArgs, callOptions?: CallOptions): unknown =>
				call({ endpointUrl, accessToken, ...args }, { ...defaults, ...callOptions });
			Object.defineProperty(this, name, { value: method, enumerable: false });
		}
	}

	/** Returns the same client for an endpoint of your own. */
	endpoint(endpointUrl: string): InferenceClient {
		return createClient(this.accessToken, { ...this.defaultOptions, endpointUrl });
	}
}

/** Outside the class: bundlers rename a class that refers to itself, and printing a client shows the name. */
function createClient(...args: ConstructorParameters<typeof InferenceClient>): InferenceClient {
	return new InferenceClient(...args);
}

/** @deprecated use `InferenceClient` */
export class HfInference extends InferenceClient {}

/** @deprecated use `InferenceClient` */
export class InferenceClientEndpoint extends InferenceClient {}
