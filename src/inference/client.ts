import { isRecord } from "../base/json.ts";
import { checkFunction, InferenceClientInputError } from "../errors.ts";
import { createCallStream, createChatStream, wrapStream } from "./call-stream.ts";
import { checkCall } from "./check-call.ts";
import type { FunctionName } from "./function-names.ts";
import * as tasks from "./tasks.ts";
import type { BaseArgs, CallOptions, CallPromise, Options, WithResponse } from "./types.ts";

type TaskFunctions = typeof tasks;

/** Maps each task to its function. */
type FunctionOfTask = Readonly<Record<FunctionName, unknown>>;

/** A call of a client, as its middleware sees it: without the client's token and defaults. */
export interface ClientCall {
	/** Name of the method, such as `chatCompletion`. */
	method: keyof TaskFunctions;
	args: BaseArgs & Readonly<Record<string, unknown>>;
	options: CallOptions | undefined;
}

/**
 * Runs around every call of a client. `next` makes the call and returns what the method returns: a promise of the result,
 * or a stream. The middleware returns the same kind of value, or a promise of it; it may change the call, repeat it,
 * or return a result without it.
 */
export type Middleware = (call: ClientCall, next: (call: ClientCall) => unknown) => unknown;

/** The middleware of each client: not a member, so that a client stays assignable to the type of another one. */
const MIDDLEWARE = new WeakMap<InferenceClient, Middleware[]>();

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
	 * @param accessToken Hugging Face token (`hf_…`) or a provider's own key; a call's `accessToken` overrides it
	 * @param defaultOptions options of every call; a call's own override them
	 * @throws InputError if the token is not a string, or an option has the wrong type
	 */
	constructor(accessToken = "", defaultOptions: Options & { endpointUrl?: string | undefined } = {}) {
		super();
		if (typeof accessToken !== "string")
			throw new InferenceClientInputError("InferenceClient: the token must be a string");
		checkCall("InferenceClient", { ...defaultOptions, accessToken }, defaultOptions);
		this.defaultOptions = defaultOptions;
		// Not enumerable, so that printing or serializing a client does not reveal it.
		Object.defineProperty(this, "accessToken", { value: accessToken, enumerable: false });
		const { endpointUrl, ...options } = defaultOptions;
		const defaults = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
		for (const [name, task] of Object.entries(tasks satisfies FunctionOfTask)) {
			const call = task as (args: BaseArgs, options: CallOptions) => unknown;
			// A value that is not an object is passed on as it is, so that the call can refuse it.
			const start = (args: BaseArgs, options: CallOptions = defaults): unknown =>
				call(
					isRecord(args) ? { endpointUrl, accessToken, ...args } : args,
					isRecord(options) ? { ...defaults, ...options } : options,
				);
			const method = (args: BaseArgs, callOptions?: CallOptions): unknown => {
				const middleware = MIDDLEWARE.get(this);
				if (!middleware) return start(args, callOptions);
				const asked = { method: name as ClientCall["method"], args: args as ClientCall["args"], options: callOptions };
				return callThrough(middleware, asked, (changed) => start(changed.args, changed.options));
			};
			Object.defineProperty(this, name, { value: method, enumerable: false });
		}
	}

	/** Returns the same client for an endpoint of your own, with the same middleware. */
	endpoint(endpointUrl: string): InferenceClient {
		if (typeof endpointUrl !== "string") throw new InferenceClientInputError("endpoint: the URL must be a string");
		const client = createClient(this.accessToken, { ...this.defaultOptions, endpointUrl });
		for (const middleware of MIDDLEWARE.get(this) ?? []) client.use(middleware);
		return client;
	}

	/**
	 * Adds a middleware around every later call; the first added is the outermost.
	 *
	 * ```ts
	 * client.use(async (call, next) => {
	 *   const started = Date.now();
	 *   const result = await next(call);
	 *   console.error(call.method, Date.now() - started);
	 *   return result;
	 * });
	 * ```
	 * @returns this client
	 */
	use(middleware: Middleware): this {
		checkFunction("use: the middleware", middleware);
		MIDDLEWARE.set(this, [...(MIDDLEWARE.get(this) ?? []), middleware]);
		return this;
	}
}

/** Makes a call through its middleware. The result is what the method returns without any: a promise, or a stream. */
function callThrough(
	middleware: readonly Middleware[],
	call: ClientCall,
	start: (call: ClientCall) => unknown,
): unknown {
	let made: unknown;
	const step =
		(index: number) =>
		(changed: ClientCall): unknown => {
			const next = middleware[index];
			if (next) return next(changed, step(index + 1));
			made = start(changed);
			return made;
		};
	if (/stream/i.test(call.method)) {
		const result = step(0)(call);
		if (result === made) return result;
		const create = call.method === "chatCompletionStream" ? createChatStream : createCallStream;
		return wrapStream(Promise.resolve(result as AsyncIterable<unknown>), create);
	}
	const result = (async () => await step(0)(call))() as CallPromise<unknown>;
	result.withResponse = async (): Promise<WithResponse<unknown>> => {
		const data = await result;
		if (made === undefined)
			throw new InferenceClientInputError("A middleware returned without calling next: there is no response.");
		return { data, response: (await (made as CallPromise<unknown>).withResponse()).response };
	};
	return result;
}

/** Outside the class: bundlers rename a class that refers to itself, and printing a client shows the name. */
function createClient(...args: ConstructorParameters<typeof InferenceClient>): InferenceClient {
	return new InferenceClient(...args);
}

/** @deprecated use `InferenceClient` */
export class HfInference extends InferenceClient {}

/** @deprecated use `InferenceClient` */
export class InferenceClientEndpoint extends InferenceClient {}
