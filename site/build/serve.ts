/** Serves the built site: `node build/serve.ts [PORT]`. Files only, so any other file server does as well. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { createGzip } from "node:zlib";

const TYPES: Record<string, string> = {
	".html": "text/html; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".json": "application/json; charset=utf-8",
	".md": "text/markdown; charset=utf-8",
	".txt": "text/plain; charset=utf-8",
	".svg": "image/svg+xml",
	".woff2": "font/woff2",
};

/**
 * Starts a file server for a folder.
 * @param below path under which the folder appears, `/` by default
 * @returns the server, and the URL of its root
 */
export async function serve(
	folder: string,
	{ port = 0, below = "/" }: { port?: number; below?: string } = {},
): Promise<{ server: Server; url: string }> {
	const server = createServer(async (request, response) => {
		const pathname = pathOf(request.url);
		const file = pathname?.startsWith(below) ? await find(folder, pathname.slice(below.length)) : undefined;
		if (!file) {
			response.writeHead(404, { "content-type": "text/plain" }).end("Not found");
			return;
		}
		if (file.endsWith("/")) {
			response.writeHead(301, { location: `${pathname}/` }).end();
			return;
		}
		const type = TYPES[extname(file)];
		const isCompressed = type !== undefined && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
		response.writeHead(200, {
			"content-type": type ?? "application/octet-stream",
			...(isCompressed ? { "content-encoding": "gzip", vary: "accept-encoding" } : {}),
		});
		const content = createReadStream(file);
		(isCompressed ? content.pipe(createGzip()) : content).pipe(response);
	});
	await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", () => resolve()));
	return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${below}` };
}

/** The decoded path of a request; undefined where it is malformed. */
function pathOf(target = "/"): string | undefined {
	try {
		return decodeURIComponent(new URL(target, "http://localhost").pathname);
	} catch {
		return undefined;
	}
}

/** The file of a decoded path; with a slash at its end where the path is a folder and lacks one. */
async function find(folder: string, path: string): Promise<string | undefined> {
	const file = join(folder, normalize(`/${path}`));
	const found = await stat(file).catch(() => undefined);
	if (!found?.isDirectory()) return found ? file : undefined;
	if (!path.endsWith("/") && path !== "") return `${file}/`;
	const index = join(file, "index.html");
	return (await stat(index).catch(() => undefined)) ? index : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const { url } = await serve(fileURLToPath(new URL("../dist", import.meta.url)), {
		port: Number(process.argv[2] ?? 4173),
	});
	console.log(url);
}
