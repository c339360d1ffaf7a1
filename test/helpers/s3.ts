import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AwsV4Signer } from "aws4fetch";

/** What goes wrong with a request. */
export type Fault =
	/** An answer with this status and code instead. */
	| { status: number; code: string }
	/** The connection is cut: before the request took effect, or after. */
	| { cut: "before" | "after" }
	/** Milliseconds before the answer. */
	| { delay: number }
	/** A listing of what was there a moment ago. */
	| { stale: true };

export interface S3Request {
	method: string;
	key: string;
	query: URLSearchParams;
	headers: IncomingMessage["headers"];
}

export interface S3Service {
	url: string;
	/** Variables with which hub reaches it. */
	env: Record<string, string>;
	objects: Map<string, Buffer>;
	/** Uploads in pieces that were neither completed nor aborted. */
	uploads: Map<string, Map<number, Buffer>>;
	requests: S3Request[];
	/** Requests with a wrong signature. */
	refused: string[];
	fault: ((request: S3Request) => Fault | undefined) | undefined;
	/** Told with each refusal, if it is set. */
	region: string | undefined;
	/** Puts an object there, without faults. */
	put(key: string, bytes: Buffer): Promise<void>;
	close(): Promise<void>;
}

const KEYS = { accessKeyId: "AKIATEST", secretAccessKey: "s3-secret-key", region: "eu-test-1" };
const PAGE = 5;

/**
 * An S3 service in memory with one bucket, `data`: it checks signatures, knows `If-None-Match`, ranges, uploads in pieces
 * (5 MiB at least) and listings of several pages.
 * @param backend URL of a service that keeps the objects instead
 */
export async function startS3(backend?: string): Promise<S3Service> {
	const objects = new Map<string, Buffer>();
	const uploads: S3Service["uploads"] = new Map();
	/** Metadata of objects, and of uploads in pieces by their id. */
	const metadata = new Map<string, Record<string, string>>();
	const metadataOf = (headers: IncomingMessage["headers"]): Record<string, string> =>
		Object.fromEntries(
			Object.entries(headers).flatMap(([name, value]) =>
				name.startsWith("x-amz-meta-") ? [[name, String(value)]] : [],
			),
		);
	let before = new Map(objects);
	const server = createServer((request, response) => {
		handle(request, response).catch((error: unknown) => response.destroy(error as Error));
	});
	const send = (response: ServerResponse, status: number, body: string | Buffer = "", headers = {}): void => {
		response.writeHead(status, headers).end(body);
	};
	const refuse = (response: ServerResponse, status: number, code: string): void =>
		send(
			response,
			status,
			`<Error><Code>${code}</Code><Message>no &amp; never</Message></Error>`,
			service.region === undefined ? {} : { "x-amz-bucket-region": service.region },
		);

	async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = Buffer.concat(chunks);
		const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
		const key = decodeURIComponent(url.pathname.replace(/^\/data\/?/, ""));
		const { method = "GET", headers } = request;
		const sent: S3Request = { method, key, query: url.searchParams, headers };
		service.requests.push(sent);
		if (!(await isSigned(request, url))) {
			service.refused.push(`${method} ${request.url}`);
			return refuse(response, 403, "SignatureDoesNotMatch");
		}
		const fault = service.fault?.(sent);
		if (fault && "status" in fault) return refuse(response, fault.status, fault.code);
		if (fault && "delay" in fault) await new Promise((resolve) => setTimeout(resolve, fault.delay));
		if (fault && "cut" in fault && fault.cut === "before") return void response.destroy();
		const isStale = fault !== undefined && "stale" in fault;
		const reply = backend ? await forward(sent, body, `${backend}${request.url}`) : answer(sent, body, isStale);
		if (fault && "cut" in fault) {
			if (method !== "GET") return void response.destroy();
			response.writeHead(reply.status, { ...reply.headers, "content-length": reply.body.length });
			response.write(reply.body.subarray(0, reply.body.length >> 1), () => response.destroy());
			return;
		}
		if (method === "HEAD") send(response, reply.status, "", { "content-length": reply.body.length, ...reply.headers });
		else send(response, reply.status, reply.body, reply.headers);
	}

	interface Reply {
		status: number;
		body: Buffer;
		headers: Record<string, string>;
	}

	const made = new Set<string>();
	async function forward({ method, key, query, headers }: S3Request, body: Buffer, url: string): Promise<Reply> {
		const isNew = headers["if-none-match"] === "*";
		if (isNew && made.has(key))
			return { status: 412, body: xml("<Error><Code>PreconditionFailed</Code></Error>"), headers: {} };
		const { range } = headers;
		const signer = new AwsV4Signer({
			method,
			url,
			headers: { ...metadataOf(headers), ...(range ? { range } : {}) },
			body: new Uint8Array(body),
			service: "s3",
			...KEYS,
		});
		const signed = await signer.sign();
		const init = body.length > 0 ? { body: new Uint8Array(body) } : {};
		const response = await fetch(signed.url, { method, headers: signed.headers, ...init });
		if (response.ok && isNew && !query.has("uploads")) made.add(key);
		const names = /^(?:etag|content-range|content-type|content-length|x-amz-meta-.*)$/;
		const kept = [...response.headers].filter(([name]) => names.test(name));
		return {
			status: response.status,
			body: Buffer.from(await response.arrayBuffer()),
			headers: Object.fromEntries(kept),
		};
	}

	const xml = (text: string): Buffer => Buffer.from(`<?xml version="1.0"?>${text}`);
	const etag = (bytes: Buffer): string => `"${createHash("md5").update(bytes).digest("hex")}"`;

	function answer({ method, key, query, headers }: S3Request, body: Buffer, isStale: boolean): Reply {
		const refused = (status: number, code: string): Reply => ({
			status,
			body: xml(`<Error><Code>${code}</Code></Error>`),
			headers: {},
		});
		if (query.has("list-type")) return list(query, isStale ? before : objects);
		const uploadId = query.get("uploadId") ?? "";
		if (query.has("uploads")) {
			const id = `upload-${uploads.size}-${key}`;
			uploads.set(id, new Map());
			metadata.set(id, metadataOf(headers));
			return { status: 200, body: xml(`<R><UploadId>${id}</UploadId></R>`), headers: {} };
		}
		if (method === "DELETE" && uploadId !== "") {
			return uploads.delete(uploadId)
				? { status: 204, body: Buffer.alloc(0), headers: {} }
				: refused(404, "NoSuchUpload");
		}
		if (method === "POST") {
			const pieces = uploads.get(uploadId);
			if (!pieces) return refused(404, "NoSuchUpload");
			const parts = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)];
			const bytes = parts.map(([, number]) => pieces.get(Number(number)) ?? Buffer.alloc(0));
			if (headers["if-none-match"] === "*" && objects.has(key)) return refused(412, "PreconditionFailed");
			if (bytes.slice(0, -1).some(({ length }) => length < 5 * 2 ** 20)) return refused(400, "EntityTooSmall");
			uploads.delete(uploadId);
			objects.set(key, Buffer.concat(bytes));
			metadata.set(key, metadata.get(uploadId) ?? {});
			return { status: 200, body: xml("<R/>"), headers: {} };
		}
		if (method === "PUT") {
			if (uploadId !== "") uploads.get(uploadId)?.set(Number(query.get("partNumber")), body);
			else if (headers["if-none-match"] === "*" && objects.has(key)) return refused(412, "PreconditionFailed");
			else {
				before = new Map(objects);
				objects.set(key, body);
				metadata.set(key, metadataOf(headers));
			}
			return { status: 200, body: Buffer.alloc(0), headers: { etag: etag(body) } };
		}
		const bytes = objects.get(key);
		if (!bytes) return refused(404, "NoSuchKey");
		const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
		const described = { etag: etag(bytes), ...metadata.get(key) };
		if (from === undefined) return { status: 200, body: bytes, headers: described };
		const piece = bytes.subarray(Number(from), to ? Number(to) + 1 : undefined);
		const range = `bytes ${from}-${Number(from) + piece.length - 1}/${bytes.length}`;
		return { status: 206, body: piece, headers: { ...described, "content-range": range } };
	}

	function list(query: URLSearchParams, all: ReadonlyMap<string, Buffer>): Reply {
		const prefix = query.get("prefix") ?? "";
		const after = query.get("continuation-token") ?? "";
		const keys = [...all.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
		const items = keys.slice(0, PAGE).map((key) => {
			const bytes = all.get(key) ?? Buffer.alloc(0);
			const name = encodeURIComponent(key).replaceAll("%20", "+");
			return `<Contents><Key>${name}</Key><ETag>${etag(bytes).replaceAll('"', "&quot;")}</ETag><Size>${bytes.length}</Size></Contents>`;
		});
		const next = keys.length > PAGE ? `<NextContinuationToken>${keys[PAGE - 1]}</NextContinuationToken>` : "";
		const truncated = `<IsTruncated>${keys.length > PAGE}</IsTruncated>`;
		return {
			status: 200,
			body: xml(`<L><EncodingType>url</EncodingType>${truncated}${next}${items.join("")}</L>`),
			headers: {},
		};
	}

	async function isSigned(request: IncomingMessage, url: URL): Promise<boolean> {
		const { authorization = "" } = request.headers;
		const signedNames = /SignedHeaders=([^,]*)/.exec(authorization)?.[1]?.split(";") ?? [];
		const headers = signedNames
			.filter((name) => name !== "host" && name !== "x-amz-date")
			.map((name): [string, string] => [name, String(request.headers[name])]);
		const datetime = String(request.headers["x-amz-date"]);
		const signer = new AwsV4Signer({
			method: request.method ?? "GET",
			url: url.href,
			headers: Object.fromEntries(headers),
			service: "s3",
			// Clients may sign headers that this one leaves out.
			allHeaders: true,
			datetime,
			...KEYS,
		});
		return (await signer.authHeader()) === authorization;
	}

	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const service: S3Service = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		env: {},
		objects,
		uploads,
		requests: [],
		refused: [],
		fault: undefined,
		region: undefined,
		async put(key, bytes) {
			objects.set(key, bytes);
			// It is there before the run: stale listings show it too.
			before.set(key, bytes);
			const region = `<CreateBucketConfiguration><LocationConstraint>${KEYS.region}</LocationConstraint></CreateBucketConfiguration>`;
			for (const [path, body] of backend ? [["", Buffer.from(region)] as const, [`/${key}`, bytes] as const] : []) {
				const signer = new AwsV4Signer({
					method: "PUT",
					url: `${backend}/data${path}`,
					body: new Uint8Array(body),
					service: "s3",
					...KEYS,
				});
				const { url: to, headers } = await signer.sign();
				const response = await fetch(to, { method: "PUT", headers, body: new Uint8Array(body) });
				if (!response.ok && response.status !== 409)
					throw new Error(`PUT ${path}: ${response.status} ${await response.text()}`);
			}
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	service.env = {
		AWS_ENDPOINT_URL: service.url,
		AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
		AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
		AWS_REGION: KEYS.region,
		// No look-up of the role of the machine that runs the tests.
		AWS_EC2_METADATA_DISABLED: "true",
		AWS_CONFIG_FILE: "/dev/null",
		AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
	};
	return service;
}
