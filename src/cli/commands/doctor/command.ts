import { Argument } from "@commander-js/extra-typings";
import { InferenceClientHubApiError } from "../../../errors.ts";
import { parseJson } from "../../../http/index.ts";
import { factsOfStatus } from "../../../http/status-facts.ts";
import { HUB_URL, type HubOptions, whoami } from "../../../hub/index.ts";
import { ROUTER_URL } from "../../../inference/build-request.ts";
import { INFERENCE_PROVIDERS } from "../../../inference/providers/index.ts";
import type { Config } from "../../config/settings.ts";
import { maskSecret, type Token } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { ExitWithoutError } from "../../errors/exit-codes.ts";
import { describeError } from "../../errors/report.ts";
import { type Connection, connect } from "../../network/connect.ts";
import { connectHub, takeHubToken } from "../../network/hub.ts";
import { defineCommand } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { readHubModel } from "../../options/provider.ts";
import { describePlan, describeSignIn, formatCredit, formatSignIn, tryFetchCredit } from "../../sign-in/describe.ts";
import { printJson } from "../../terminal/json.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { drawn } from "../../terminal/styled.ts";
import { columnsOf, onOneLine, wrapText } from "../../terminal/width.ts";
import {
	type Check,
	checkCache,
	checkConfigFile,
	checkKeys,
	checkName,
	checkNode,
	checkProxy,
	checkSettings,
	checkTerminal,
	examineModel,
	fail,
	failWith,
	loadConfig,
	ok,
	warn,
} from "./local.ts";

async function checkToken(token: Token | undefined, hub: HubOptions, context: Context): Promise<Check> {
	if (!token) {
		const advice = "Run hub login, or set HF_TOKEN (https://huggingface.co/settings/tokens). The sandbox needs none.";
		return warn("token", "none: public records can be read, but no model can be run", advice);
	}
	const shown = `${maskSecret(token.value)} from ${token.source}`;
	try {
		const account = await whoami(hub);
		const credit = await tryFetchCredit(hub, context);
		const role = account.auth?.accessToken?.role;
		const signIn = describeSignIn(token, context);
		const facts = [
			`${sanitize(account.name)}${role ? ` (${sanitize(role)})` : ""}`,
			signIn.way === "token" ? "" : `signed in ${formatSignIn(signIn)}`,
			signIn.scopes.length > 0 ? `scopes ${sanitize(signIn.scopes.join(" "))}` : "",
			describePlan(account) ?? "",
			credit ? `credit: ${formatCredit(credit)}` : "",
		];
		return ok("token", `${shown}: ${facts.filter(Boolean).join("; ")}`);
	} catch (error) {
		if (context.signal.aborted) throw error;
		if (error instanceof InferenceClientHubApiError && error.httpResponse.status === 401) {
			const advice = "Run hub login to store another, or change it there.";
			return fail("token", `${shown}: Hugging Face does not recognize it`, advice);
		}
		return warn("token", `${shown}: could not be checked`, describeError(error, context).message);
	}
}

async function checkUrl(
	name: string,
	base: string,
	path: string,
	fetch: Connection["fetch"],
	context: Context,
): Promise<Check> {
	const address = base.replace(/(?<!\/)\/+$/, "");
	const started = context.now();
	try {
		const response = await fetch(`${address}${path}`, { signal: context.signal });
		const text = await response.text();
		const milliseconds = context.now() - started;
		const detail = `${address} responds in ${milliseconds} ms`;
		if (response.ok && parseJson(text) !== undefined) return { ...ok(name, detail), milliseconds };
		const { status } = response;
		const isDown = factsOfStatus(status).mayPass;
		const advice = response.ok
			? "Perhaps a network login page or a proxy responds instead. Open the URL in a browser."
			: isDown
				? "It is overloaded or under maintenance. Try again later."
				: `Check the URL: hub config get ${name}.`;
		const problem = response.ok ? "but not with JSON" : `with HTTP ${status}`;
		return { ...fail(name, `${detail}, ${problem}`, advice), milliseconds };
	} catch (error) {
		if (context.signal.aborted) throw error;
		return failWith(name, error, context, `${address}: `);
	}
}

/** Maximum wait for a response, in seconds: a diagnosis should be quick. */
const CHECK_TIMEOUT_S = 10;

/** `hub doctor`: checks that everything works, and explains how to fix problems. */
export const createCommand = defineCommand({
	name: "doctor",
	description:
		"Checks Node, configuration, token, proxy, Hugging Face, router and terminal, and shows how to fix problems.",
	arguments: [new Argument("[model]", "check whether this model can be called, and say why not")],
	help: [
		`Each check waits for ${CHECK_TIMEOUT_S} s at most (--timeout changes that) and is not repeated if it fails.`,
		"",
		"Examples:",
		"  hub doctor",
		"  hub doctor --sandbox",
		"  hub doctor meta-llama/Llama-3.1-8B-Instruct --sandbox",
		`  hub doctor --json | jq -r '.checks[] | select(.status != "ok") | .advice'`,
		"",
		"Fields of --json: ok, checks (list of name, status (ok, warn, fail), detail, advice, milliseconds)",
		"Exit codes: 0 nothing fails, 1 something fails",
		"See also:   hub config list, hub help environment",
	],
	action: ([model], options, context) => examine(model, options, context),
});

async function examine(model: string | undefined, options: GlobalOptions, context: Context): Promise<void> {
	if (model !== undefined) {
		const named = readHubModel(model);
		return await report(examineModel(named, await connectHub(withLimits(options), context), context), context);
	}
	const { config, problem } = loadConfig(context);
	// Slow checks run while the others are done.
	const network = startNetworkChecks(options, config, context);
	const checks = [
		checkNode(),
		checkName(context),
		problem ?? checkConfigFile(config),
		checkSettings(options, context, config),
		checkCache(context),
		checkTerminal(context),
		checkKeys(INFERENCE_PROVIDERS, context, config),
		...network,
	];
	await report(checks, context);
}

function withLimits(options: GlobalOptions): GlobalOptions {
	return { ...options, timeout: options.timeout ?? CHECK_TIMEOUT_S, retries: options.retries ?? 0 };
}

async function report(
	checks: AsyncIterable<Check> | Iterable<Check | Promise<Check>>,
	context: Context,
): Promise<void> {
	const results: Check[] = [];
	for await (const check of checks) {
		results.push(check);
		if (!context.flags.json) await context.print(drawn(formatCheck(check, context)));
	}
	const isOk = results.every(({ status }) => status !== "fail");
	if (context.flags.json) await printJson({ ok: isOk, checks: results }, context);
	if (!isOk) throw new ExitWithoutError();
}

function startNetworkChecks(options: GlobalOptions, config: Config, context: Context): Promise<Check>[] {
	const connection = connect(withLimits(options), context, config);
	const check = (name: string, examine: (connection: Connection) => Check | Promise<Check>): Promise<Check> =>
		connection.then(examine).catch((error: unknown) => {
			if (context.signal.aborted) throw error;
			return failWith(name, error, context, "not checked: ");
		});
	const checks = [
		check("proxy", ({ hubUrl = HUB_URL, routerUrl = ROUTER_URL }) =>
			checkProxy([hubUrl, routerUrl], options, context, config),
		),
		check("hub", ({ hubUrl = HUB_URL, fetch }) => checkUrl("hub", hubUrl, "/api/models?limit=1", fetch, context)),
		check("router", ({ routerUrl = ROUTER_URL, fetch }) => checkUrl("router", routerUrl, "/v1/models", fetch, context)),
		check("token", async ({ fetch, hubUrl, isSandbox }) => {
			const token = await takeHubToken(options, { hubUrl, isSandbox }, context, config);
			return checkToken(token, { accessToken: token?.value, fetch, hubUrl, signal: context.signal }, context);
		}),
	];
	// They are awaited in order; a rejection meanwhile does not count as unhandled.
	for (const promise of checks) promise.catch(() => undefined);
	return checks;
}

/** On narrower terminals, the description goes below the name. */
const NARROW = 60;

function formatCheck({ name, status, detail, advice }: Check, { stdout, colors }: Context): string {
	const { green, yellow, red, dim } = colors.stdout;
	const color = { ok: green, warn: yellow, fail: red }[status];
	const columns = columnsOf(stdout);
	const head = `${color(status.padEnd(4))}  ${name.padEnd(8)}`;
	const indent = " ".repeat(columns < NARROW ? 6 : 16);
	const wrap = (text: string): string[] => wrapText(onOneLine(text), columns - indent.length);
	const [first = "", ...rest] = wrap(detail);
	const notes = advice === undefined ? [] : wrap(advice).map((line) => indent + dim(line));
	const start = columns < NARROW ? [head.trimEnd(), indent + first] : [`${head}  ${first}`];
	return `${[...start, ...rest.map((line) => indent + line), ...notes].join("\n")}\n`;
}
