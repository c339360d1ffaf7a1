import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { getPath, parseJson } from "../../../base/json.ts";
import { isSecretName } from "../../../base/secret-names.ts";
import type { BatchRow, BatchTarget } from "../../../batch/index.ts";
import { type CancellableFetch, type Fetch, fetchWith, readText } from "../../../http/index.ts";
import type { Context } from "../../context.ts";
import { optionConflict, UsageError } from "../../errors/usage.ts";
import { closeGroup, type GroupLeader, sharedVariables, startGroup } from "../../files/programs.ts";
import { createTransport } from "../../network/transport/index.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { splitShellWords } from "../../terminal/shells.ts";
import { type BatchCommandOptions, isFile } from "./options.ts";
import type { Plan } from "./plan.ts";
import { CONTINUE } from "./tally.ts";

/** Restarts of a server that died. */
const MAX_RESTARTS = 3;
/** Milliseconds between two health checks of a starting server, and the timeout of one. */
const POLL_MS = 100;
const ANSWER_MS = 2000;
/** Milliseconds that a server has to exit on its own, and to be detected as dead after a call to it failed. */
const END_MS = 5000;
const DEATH_MS = 1000;
/** Characters to keep of its latest output, whose last line is shown when it dies. */
const MAX_SAID = 2000;
const MAX_LIST_BYTES = 4 * 2 ** 20;

/** Variables for devices, libraries and caches, which a model server needs besides those of every program. */
const SERVER_VARIABLES =
	/^(?:(?:CUDA|NVIDIA|NCCL|HIP|ROCM|ROCR|OMP|MKL|VLLM|SGLANG|LLAMA|OLLAMA|TORCH|PYTHON|CONDA|VIRTUAL_ENV|XDG|LC)(?:_|$).*|(?:DY)?LD_LIBRARY_PATH|HF_(?:HOME|HUB_.*)|USER)$/;

/** Reads `--server`. The server starts when the first row needs it. */
export async function prepareServer(options: BatchCommandOptions, context: Context): Promise<ModelServer> {
	const other = (["endpoint", "provider", "sandbox", "via", "direct"] as const).find((name) => options[name]);
	if (other) throw optionConflict("--server", `--${other}`, "--server starts the server that the run calls.");
	const { server = "", token } = options;
	// On Windows a backslash is part of a path.
	const words = splitShellWords(context.platform === "win32" ? server.replaceAll("\\", "\\\\") : server);
	if (!words || words.length === 0)
		throw new UsageError("The --server command is empty, or a quote is not closed.", undefined, "option-value");
	if (!words.some((word) => word.includes("{port}")))
		throw new UsageError(
			"The --server command has no {port}.",
			'Write --server "vllm serve MODEL --port {port}": hub chooses a free port.',
			"option-value",
		);
	const port = await findFreePort();
	const command = words.map((word) => word.replaceAll("{port}", String(port)));
	const isHubToken = token?.startsWith("hf_") ?? false;
	if (isHubToken) context.note("hub does not send your Hugging Face token to the server.");
	const { token: _token, ...others } = options;
	const own = { ...(isHubToken ? others : options), endpoint: `http://127.0.0.1:${port}/v1`, isForeignEndpoint: true };
	return new ModelServer(command, own, context);
}

async function findFreePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}

/** A model server that is started when it is needed, and again when it dies. */
class ModelServer {
	/** Options that make it the endpoint. */
	readonly options: BatchCommandOptions & { endpoint: string };
	private readonly command: readonly string[];
	private readonly context: Context;
	private readonly transport = createTransport(() => undefined);
	private child: GroupLeader | undefined;
	/** Ids of its models, while it responds. */
	private models: readonly string[] | undefined;
	private starting: Promise<readonly string[]> | undefined;
	private died: Promise<void> = Promise.resolve();
	private deaths = 0;
	private said = "";
	private failure: UsageError | undefined;
	private isClosed = false;
	private drop: AbortController | undefined;

	constructor(command: readonly string[], options: ModelServer["options"], context: Context) {
		this.command = command;
		this.options = options;
		this.context = context;
	}

	/**
	 * Returns the plan with targets that wait for the server: a call that fails because it died is sent again when it is
	 * back, so that no row fails. Without `--model`, its first model is used.
	 */
	async serve(plan: Plan): Promise<Plan> {
		const isNamed = plan.resolved.every(({ model }) => model !== undefined);
		const [model] = isNamed ? [] : await this.ready();
		const named = model === undefined ? {} : { model };
		const send = async (attempt: () => Promise<Response>, isCancelled: () => boolean): Promise<Response> => {
			for (;;) {
				if (!this.models) await this.ready();
				const { deaths } = this;
				try {
					return await attempt();
				} catch (error) {
					if (!isCancelled()) await this.pause(DEATH_MS);
					if (deaths === this.deaths || isCancelled()) throw error;
				}
			}
		};
		return {
			...plan,
			server: this,
			resolved: plan.resolved.map((target) => ({ ...target, ...named })),
			targets: plan.targets.map((target) => ({ ...wrapTarget(target, send), ...named })),
		};
	}

	/** The rows, of which the first waits for the server. `drop` is aborted when the server cannot be kept alive. */
	async *holdRows(rows: AsyncIterable<BatchRow>, drop: AbortController): AsyncGenerator<BatchRow, void, undefined> {
		this.drop = drop;
		for await (const row of rows) {
			if (!this.models) await this.ready();
			yield row;
		}
	}

	async close(): Promise<void> {
		this.isClosed = true;
		if (this.child) await closeGroup(this.child, [0, END_MS], this.context);
		this.transport.close();
	}

	/** Waits until the server responds. @throws UsageError if it cannot be started, or died too often */
	private ready(): Promise<readonly string[]> {
		this.starting ??= this.start().finally(() => {
			this.starting = undefined;
		});
		return this.starting;
	}

	private async start(): Promise<readonly string[]> {
		const { signal } = this.context;
		for (;;) {
			if (this.failure) throw this.failure;
			// Waiting calls have no response, but their rows have not failed.
			if (signal.aborted) this.drop?.abort(signal.reason);
			signal.throwIfAborted();
			if (!this.child) this.launch();
			const models = await this.listModels();
			if (models && this.child) {
				this.models = models;
				return models;
			}
			await this.pause(POLL_MS);
		}
	}

	/** Waits so many milliseconds, or until the server dies. */
	private async pause(milliseconds: number): Promise<void> {
		await Promise.race([this.died, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
	}

	private launch(): void {
		const { env, cwd, signal, platform, secrets } = this.context;
		const [program = "", ...args] = this.command;
		const more = Object.keys(env).filter((name) => SERVER_VARIABLES.test(name) && !isSecretName(name));
		const given = more.flatMap((name) => (secrets.hide(env[name] ?? "") === env[name] ? [[name, env[name]]] : []));
		const own = { ...sharedVariables(env), ...(Object.fromEntries(given) as Record<string, string>) };
		if (this.deaths === 0) this.context.note(`Starting the server: ${this.show(this.command.join(" "))}`);
		const child = startGroup(program, args, { env: own, cwd, signal, platform });
		this.child = child;
		child.stdin.end();
		for (const stream of [child.stdout, child.stderr]) {
			stream.on("data", (chunk: Buffer) => {
				this.said = (this.said + chunk.toString()).slice(-MAX_SAID);
			});
		}
		this.died = new Promise((resolve) => {
			const end = (): void => {
				this.child = undefined;
				this.models = undefined;
				// Its child processes would keep the port and the memory of the device.
				void closeGroup(child, [0, 0], this.context);
				if (this.failure) this.drop?.abort(this.failure);
				resolve();
			};
			child.once("error", () => {
				this.failure = new UsageError(
					`${program} cannot be started.`,
					"Install it, or write its full path.",
					"option-value",
				);
				end();
			});
			child.once("exit", (code, killer) => {
				if (!this.isClosed) this.countDeath(killer ?? `code ${code}`);
				end();
			});
		});
	}

	private countDeath(how: string): void {
		this.deaths++;
		const last = this.said.trimEnd().split("\n").at(-1) ?? "";
		const said = last === "" ? "" : ` Its last line: ${this.show(last).slice(0, 300)}`;
		if (this.deaths <= MAX_RESTARTS) {
			this.context.note(`The server exited (${how}). Starting it again (${this.deaths} of ${MAX_RESTARTS}).${said}`);
			return;
		}
		const message = `The server exited ${this.deaths} times (last: ${how}).${said}`;
		this.failure = new UsageError(message, isFile(this.options) ? CONTINUE : undefined, "no-local-server");
	}

	/** Output of other programs, without secrets and control characters. */
	private show(text: string): string {
		return this.context.secrets.hide(sanitize(text));
	}

	/** Undefined while it does not respond. */
	private async listModels(): Promise<readonly string[] | undefined> {
		const { endpoint, token } = this.options;
		const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
		const signal = AbortSignal.timeout(ANSWER_MS);
		try {
			const response = await (this.transport.fetch as Fetch)(`${endpoint}/models`, { headers, signal });
			if (response.status === 401 || response.status === 403)
				this.failure = new UsageError("The server requires a key.", "Give it with --token.", "wrong-token");
			const list = getPath(parseJson(await readText(response, { jsonBytes: MAX_LIST_BYTES })), "data");
			if (!response.ok || !Array.isArray(list)) return undefined;
			return list.map((model) => getPath(model, "id")).filter((id) => typeof id === "string");
		} catch {
			return undefined;
		}
	}
}

/** The same target, whose requests are sent by `send`: as often as it calls `attempt`. */
function wrapTarget(
	target: BatchTarget,
	send: (attempt: () => Promise<Response>, isCancelled: () => boolean) => Promise<Response>,
): BatchTarget {
	const given: Fetch | CancellableFetch | undefined = target.options?.fetch;
	if (!given) return target;
	const fetch: Fetch = (input, init) =>
		send(
			() => given(input, init),
			() => init?.signal?.aborted ?? false,
		);
	const cancellable: CancellableFetch["cancellable"] = (input, init, cancellation) =>
		send(
			() => fetchWith(given, input, init, cancellation),
			() => cancellation.isCancelled,
		);
	const wrapped = "cancellable" in given ? Object.assign(fetch, { cancellable }) : fetch;
	return { ...target, options: { ...target.options, fetch: wrapped } };
}
