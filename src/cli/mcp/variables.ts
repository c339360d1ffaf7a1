import { isRecord } from "../../base/json.ts";
import { isSecretName } from "../../base/secret-names.ts";
import { Secrets } from "../../exchange/secrets.ts";
import { HUB_URL } from "../../hub/url.ts";
import { readConfig } from "../config/settings.ts";
import { hasHubToken } from "../config/token.ts";
import type { Context } from "../context.ts";
import { invalidFile, noInput, notAllowed } from "../errors/usage.ts";
import { showOutside } from "../terminal/question.ts";

/** Hugging Face's own server, and its older name. Only it gets the Hugging Face token. */
export const HUB_SERVERS = [`${HUB_URL}/mcp`, "https://hf.co/mcp"];

/** A file whose texts may name variables of the environment: an agent, or servers in the form of editors. */
export interface VariableSource {
	/** For errors: `The agent NAME`, or the path. */
	name: string;
	/** Id of an `${input:ID}` that the file declares → its declaration. */
	inputs: ReadonlyMap<string, { fallback: string | undefined; isPassword: boolean }>;
	/** Whether `${NAME}` and `${NAME:-default}` name a variable; `${env:NAME}` always does. */
	takesPlain: boolean;
}

/** A variable in a text. */
export interface VariableReference {
	/** The variable. */
	name: string;
	/** Value if it is not set. */
	fallback: string | undefined;
	/** Declared as a password by the file. */
	isPassword: boolean;
}

/** `${input:ID}`, `${env:NAME}`, `${NAME}`, and the last two with `:-` and a default. */
const REFERENCE = /\$\{(?:input:([^}]+)|(env:)?([A-Za-z_]\w*)(?::-([^}]*))?)\}/g;

/** Reads the `inputs` of a file. */
export function readInputs(inputs: unknown): VariableSource["inputs"] {
	const declared = Array.isArray(inputs) ? inputs.filter(isRecord) : [];
	return new Map(
		declared.flatMap(({ id, default: fallback, password }) => {
			const input = { fallback: typeof fallback === "string" ? fallback : undefined, isPassword: password === true };
			return typeof id === "string" ? [[id, input] as const] : [];
		}),
	);
}

/**
 * Returns the text with each variable in it replaced. The only parser of variables: questions, checks and values use it.
 * @throws UsageError for an input that the file does not declare
 */
export function replaceVariables(
	text: string,
	{ name: file, inputs, takesPlain }: VariableSource,
	replace: (reference: VariableReference) => string,
): string {
	return text.replace(REFERENCE, (written, id?: string, prefix?: string, name = "", fallback?: string) => {
		if (id === undefined) {
			const isOne = prefix !== undefined || takesPlain;
			return isOne ? replace({ name, fallback, isPassword: false }) : written;
		}
		const input = inputs.get(id);
		if (!input) throw invalidFile(`${file} has no input ${showOutside(id)}.`, "See hub help tools.");
		return replace({ name: id.toUpperCase().replace(/[^A-Z0-9]/g, "_"), ...input });
	});
}

export function findVariables(text: string, source: VariableSource): VariableReference[] {
	const found: VariableReference[] = [];
	replaceVariables(text, source, (reference) => {
		found.push(reference);
		return "";
	});
	return found;
}

const SECRET_FORMS = new Secrets();

/** Whether a variable has a value, so that its default does not count. */
export function isSet(name: string, env: Context["env"]): boolean {
	return env[name] !== undefined && env[name] !== "";
}

/** Whether a variable is a secret: by its name, by its declaration in the file, or by its value. */
export function isSecretVariable({ name, isPassword }: VariableReference, env: Context["env"]): boolean {
	return isPassword || isSecretName(name) || SECRET_FORMS.isIn(env[name] ?? "");
}

/**
 * Returns the text with the values of its variables. The Hugging Face token goes only to Hugging Face's own server;
 * other secrets are passed only if `--pass-env` names their variables.
 * @param url where the text is sent, if it is not given to a program
 * @throws UsageError for a variable that is not set, or may not be given
 */
export function fillVariables(
	text: string,
	url: string | undefined,
	source: VariableSource,
	options: { passEnv?: readonly string[]; token?: string },
	context: Context,
): string {
	return replaceVariables(text, source, (reference) => {
		const { name, fallback } = reference;
		const value = context.env[name] ?? "";
		if (!isSet(name, context.env)) {
			if (fallback !== undefined) return fallback;
			throw noInput(`${source.name} needs the variable ${name}, which is not set.`, `Set ${name}.`);
		}
		const isForHub = url !== undefined && HUB_SERVERS.some((own) => url === own || url.startsWith(`${own}?`));
		if (!isForHub && hasHubToken(value, options.token, context.env, readConfig(context))) {
			throw notAllowed(
				`${source.name} wants your Hugging Face token${url === undefined ? "" : ` for ${showOutside(url)}`}: no server gets it but Hugging Face's own.`,
				"Write a token made for this purpose into the file, in place of the variable.",
			);
		}
		if (isSecretVariable(reference, context.env) && !options.passEnv?.includes(name)) {
			throw notAllowed(`${source.name} takes the secret ${name}.`, `--pass-env ${name} gives it away.`);
		}
		context.secrets.add(value);
		return value;
	});
}
