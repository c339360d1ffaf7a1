import { Readable } from "node:stream";
import type { S3Client, S3ClientConfig } from "@aws-sdk/client-s3";
import { isPassingFailure } from "../../../../http/connection.ts";
import { dropBody, type Fetch, parseHttpUrl, readPieces, readText } from "../../../../http/index.ts";
import { readConfig } from "../../../config/settings.ts";
import type { Context } from "../../../context.ts";
import { UsageError } from "../../../errors/usage.ts";
import { connect } from "../../../network/connect.ts";
import { describePage } from "../../../network/html-pages.ts";
import type { NetworkChoice } from "../options.ts";

/** The parts of the SDK that hub uses. */
export type Sdk = Pick<
	typeof import("@aws-sdk/client-s3"),
	"S3Client" | "GetObjectCommand" | "PutObjectCommand" | "paginateListObjectsV2"
> &
	Pick<typeof import("@aws-sdk/lib-storage"), "Upload">;

/** Attempts of a request in all: about 15 seconds where the service cannot be reached, a minute where it is too busy. */
const ATTEMPTS = 10;
/** Further attempts with new keys, or in another region, or for {@link PASSING}. */
const REPEATS = 5;

/** Codes of errors after which a request is sent again, besides those that the SDK retries. */
const PASSING: ReadonlySet<string> = new Set([
	"ExpiredTokenException",
	"IncompleteBody",
	"OperationAborted",
	"BadDigest",
]);
/** The session token of the keys has expired. */
const EXPIRED: ReadonlySet<string> = new Set(["ExpiredToken", "ExpiredTokenException"]);

/** Packages of the AWS SDK. hub does not include them: they would add 600 kB for users without a bucket. */
export const S3_PACKAGES = ["@aws-sdk/client-s3", "@aws-sdk/lib-storage"] as const;

/**
 * Loads the SDK of AWS.
 * @throws UsageError where it is not installed
 */
export async function loadSdk(
	load = async (): Promise<Sdk> => ({
		...(await import("@aws-sdk/client-s3")),
		...(await import("@aws-sdk/lib-storage")),
	}),
): Promise<Sdk> {
	try {
		return await load();
	} catch (error) {
		if (!/^(?:ERR_)?MODULE_NOT_FOUND$/.test((error as NodeJS.ErrnoException).code ?? "")) throw error;
		throw new UsageError(
			"S3 needs the SDK of AWS, which is not installed.",
			`Install it beside hub: npm install -g ${S3_PACKAGES.join(" ")}.`,
		);
	}
}

/**
 * Makes a client of S3. Keys, region and endpoint are those of the AWS tools: variables, profiles, and the roles of
 * containers, pods and instances.
 */
export async function createS3Client(sdk: Sdk, options: NetworkChoice, context: Context): Promise<S3Client> {
	const { env, secrets } = context;
	const given = env["AWS_ENDPOINT_URL_S3"] || env["AWS_ENDPOINT_URL"];
	const endpoint = given ? parseHttpUrl(given) : undefined;
	if (given && !(endpoint?.username === "" && endpoint.search === "")) {
		throw new UsageError("AWS_ENDPOINT_URL must be a URL with http:// or https:// and without a password.");
	}
	// The SDK retries, since only it can tell which errors are temporary.
	const { fetch } = await connect({ ...options, retries: 0, takesPages: true }, context, readConfig(context));
	// A client without a region reads that of the profile, and fails without one.
	const profileRegion = (): Promise<string> => new sdk.S3Client({}).config.region().catch(() => "us-east-1");
	let region = env["AWS_REGION"] || env["AWS_DEFAULT_REGION"] || (await profileRegion());
	const client = new sdk.S3Client({
		region: async () => region,
		requestHandler: handlerOf(fetch, context),
		maxAttempts: ATTEMPTS,
		// Services other than Amazon's do not support its newer checksums.
		requestChecksumCalculation: "WHEN_REQUIRED",
		responseChecksumValidation: "WHEN_REQUIRED",
		expectContinueHeader: false,
		logger: { trace: ignore, debug: ignore, info: ignore, warn: (text: string) => context.note(text), error: ignore },
	});
	const { config } = client;
	// Other services have no host name for each bucket. A profile may name one, which the SDK reads with each request.
	const { endpointProvider } = config;
	config.endpointProvider = (params, details) =>
		endpointProvider({ ...params, ForcePathStyle: params.Endpoint !== undefined }, details);
	client.middlewareStack.add(
		(next) => async (args) => {
			for (let repeats = 0, isExpired = false; ; repeats++) {
				const keys = await config.credentials({ forceRefresh: isExpired }).catch((error: unknown) => {
					throw toKeyError(error);
				});
				secrets.add(keys.secretAccessKey);
				if (keys.sessionToken !== undefined) secrets.add(keys.sessionToken);
				try {
					return await next(args);
				} catch (error) {
					const { name, $response } = error as FailedRequest;
					const place = $response?.headers?.["x-amz-bucket-region"] ?? region;
					const isElsewhere = place !== region && isRegion(place);
					if (isElsewhere) region = place;
					isExpired = EXPIRED.has(name);
					if (repeats >= REPEATS || !(isElsewhere || isExpired || PASSING.has(name))) throw error;
				}
			}
		},
		{ name: "hubRepeats", step: "initialize" },
	);
	return client;
}

const isRegion = (text: string): boolean => /^[a-z0-9-]{3,30}$/.test(text);

function ignore(): void {}

/** An error of the SDK: its name is the code that the service gave. */
interface FailedRequest {
	name: string;
	message: string;
	$metadata?: { httpStatusCode?: number };
	$response?: { headers?: Record<string, string> };
}

/** Converts an error of missing keys to a readable one. */
function toKeyError(error: unknown): unknown {
	const { name, message } = error as FailedRequest;
	const isMissing = /^Could not load credentials from any providers/.test(message);
	if (name !== "CredentialsProviderError" && statusOf(error) === undefined) return error;
	return new UsageError(
		isMissing ? "There are no S3 credentials." : `The S3 credentials cannot be read: ${shorten(message)}.`,
		"Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or run where a role gives keys.",
	);
}

const statusOf = (error: unknown): number | undefined => (error as FailedRequest).$metadata?.httpStatusCode;

const shorten = (message: string): string => message.slice(0, 200).replace(/(?<!\.)\.+$/, "");

/** Converts an error of a request to a readable one; others are returned as they are. @param address the object of the request */
export function toS3Error(error: unknown, address: string): unknown {
	const status = statusOf(error);
	const { name, message } = error as FailedRequest;
	if (status === undefined || error instanceof UsageError) return error;
	if (status < 300) return new UsageError(`${address}: the service did not respond as S3 does (${status}).`, CHECK);
	const code = /^(?:Unknown(?:Error)?|Error)$/.test(name) ? `HTTP ${status}` : name;
	const reason =
		message === "" || message === name || /^Unknown(?:Error)?$/.test(message) ? "" : `: ${shorten(message)}`;
	const isPassing = status === 429 || status >= 500;
	const hint =
		status === 403 || status === 401 ? "Check the AWS_* variables or the profile, and its permissions." : CHECK;
	const text = `${address}: ${code} (${status})${reason}.`;
	const failure = isPassing ? new UsageError(text, LATER, "unavailable") : new UsageError(text, hint);
	failure.cause = error;
	return failure;
}

/** Whether a readable error means that there is no such object. */
export function isMissingObject(error: unknown): boolean {
	return error instanceof UsageError && error.cause instanceof Error && hasCode(error.cause, "NoSuchKey", "NotFound");
}

const LATER = "The service is busy or failing, even after all retries: run the same command again later.";
const CHECK = "Check the bucket, AWS_REGION and AWS_ENDPOINT_URL.";

/** Whether the service returned one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
	codes.includes((error as FailedRequest).name);

/** A request of the SDK. */
interface SdkRequest {
	method: string;
	protocol: string;
	hostname: string;
	port?: number;
	path: string;
	query?: Record<string, string | string[] | null>;
	headers: Record<string, string>;
	body?: unknown;
}

/** Sends the SDK's requests through the command's own `fetch`, with its proxy, limits, recordings and signal. */
function handlerOf(fetch: Fetch, { signal, note }: Context): NonNullable<S3ClientConfig["requestHandler"]> {
	return {
		async handle(request: SdkRequest) {
			const { method, headers, body, query } = request;
			const [, attempt] = /^attempt=(\d+)/.exec(headers["amz-sdk-request"] ?? "") ?? [];
			if (Number(attempt) > 1) note(`S3 could not serve a request; attempt ${attempt} of ${ATTEMPTS}`);
			try {
				const response = await fetch(toUrl(request), {
					method,
					headers,
					...(hasContent(body) ? { body } : {}),
					redirect: "manual",
					// Parts of an unfinished upload cost money: they are removed after Ctrl-C too.
					...(method === "DELETE" ? {} : { signal }),
				});
				const answer = { statusCode: response.status, headers: Object.fromEntries(response.headers) };
				const isObject = query?.["x-id"] === "GetObject" && response.ok;
				if (isObject)
					return { response: { ...answer, body: Readable.from(piecesOf(response), { objectMode: false }) } };
				if (method === "HEAD") dropBody(response);
				// All other bodies are small, and have a size limit.
				const text = method === "HEAD" ? "" : await readText(response);
				checkAnswer(request, response, text);
				return { response: { ...answer, body: Readable.from(Buffer.from(text), { objectMode: false }) } };
			} catch (error) {
				// The SDK's mark of a temporary failure.
				if (!signal.aborted && isPassingFailure(error)) Object.assign(error as Error, { $retryable: {} });
				throw error;
			}
		},
		updateHttpClientConfig: ignore,
		httpHandlerConfigs: () => ({}),
		destroy: ignore,
	};
}

/**
 * A proxy's page must not count as a response: the SDK takes any 200 for an object that was written.
 * Some services send everything with the type HTML, so the text decides.
 */
function checkAnswer(request: SdkRequest, response: Response, text: string): void {
	if (!response.ok) return;
	const isPage = /^\s*<(?:!doctype\s+)?html\b/i.test(text);
	const isUnwritten = request.method === "PUT" && !response.headers.has("etag");
	const url = `${request.protocol}//${request.hostname}${request.path}`;
	if (isPage) throw new UsageError(describePage(url, text), CHECK);
	if (isUnwritten) throw new UsageError(`${url} did not respond as S3 does: it confirmed no file.`, CHECK);
}

const hasContent = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
	typeof body === "string" || body instanceof Uint8Array;

async function* piecesOf(response: Response): AsyncGenerator<Uint8Array> {
	const pieces = readPieces(response);
	try {
		for (let piece = await pieces.next(); piece; piece = await pieces.next()) yield piece;
	} finally {
		pieces.cancel();
	}
}

function toUrl({ protocol, hostname, port, path, query = {} }: SdkRequest): string {
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		(Array.isArray(value) ? value : [value]).map((one) => `${escapeText(name)}=${escapeText(one ?? "")}`),
	);
	const authority = port === undefined ? hostname : `${hostname}:${port}`;
	return `${protocol}//${authority}${path}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
}

/** Escapes text as signatures require. */
function escapeText(text: string): string {
	return encodeURIComponent(text).replace(
		/[!'()*]/g,
		(letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}
