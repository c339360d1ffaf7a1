import type { IncomingMessage, ServerResponse } from "node:http";
import { createHttpServer, listen } from "../../node-http.ts";

/** The parameters of the browser's redirect after a sign-in. */
export interface Redirected {
	code: string;
	/** The issuer (RFC 9207); undefined if the server leaves it out. */
	iss: string | undefined;
}

/** A sign-in that was refused, in the words of the server. */
class SignInRefused extends Error {
	override readonly name = "SignInRefused";
}

export interface Loopback {
	/** Where the browser is sent: a random port of this machine. */
	url: string;
	/** Resolves with the first redirect that has the state; others are refused. */
	answer: Promise<Redirected>;
	/** Parses the URL that a browser on another machine shows, or the code alone. */
	read(pasted: string): Redirected;
	close(): void;
}

const PATH = "/callback";

/** Waits for the browser on a port of this machine. */
export async function openLoopback(state: string): Promise<Loopback> {
	let resolve: (value: Redirected) => void = () => undefined;
	let reject: (error: Error) => void = () => undefined;
	const answer = new Promise<Redirected>((onAnswer, onError) => {
		resolve = onAnswer;
		reject = onError;
	});
	// It may be awaited later.
	answer.catch(() => undefined);
	let origin = "";
	const handle = (request: IncomingMessage, response: ServerResponse): void => {
		const say = (status: number, text: string): void => {
			response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" });
			response.end(text);
		};
		const url = new URL(request.url ?? "/", origin);
		if (request.method !== "GET" || url.pathname !== PATH || `http://${request.headers.host}` !== origin) {
			say(404, "There is nothing here.\n");
			return;
		}
		try {
			resolve(readRedirect(url.searchParams, state));
			say(200, "hub has received the sign-in. Close this page and go back to the terminal.\n");
		} catch (error) {
			// Another page that guesses the port must not end the sign-in.
			if (!(error instanceof SignInRefused)) {
				say(400, "This does not belong to the sign-in that hub has started.\n");
				return;
			}
			reject(error);
			say(200, "The sign-in was refused. Close this page and go back to the terminal.\n");
		}
	};
	const server = createHttpServer({}, handle);
	origin = await listen(server, "127.0.0.1", 0);
	return {
		url: origin + PATH,
		answer,
		read: (pasted) => {
			const text = pasted.trim();
			if (!URL.canParse(text)) return { code: text, iss: undefined };
			return readRedirect(new URL(text).searchParams, state);
		},
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}

/** @throws SignInRefused if the server refused; Error if it is the answer to something else */
function readRedirect(query: URLSearchParams, state: string): Redirected {
	if (query.get("state") !== state) throw new Error("The URL does not belong to this sign-in.");
	const problem = query.get("error");
	if (problem !== null) {
		throw new SignInRefused([problem, query.get("error_description")].filter(Boolean).join(": ").slice(0, 300));
	}
	const code = query.get("code");
	if (code === null || code === "") throw new Error("The URL has no code.");
	return { code, iss: query.get("iss") ?? undefined };
}
