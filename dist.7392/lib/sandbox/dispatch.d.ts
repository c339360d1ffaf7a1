import type { SandboxState } from "./types.ts";
import { type Location } from "./urls.ts";
/** Finds out what a request is for, and how to answer it. */
export declare function prepare(state: SandboxState, request: Request, origin: string | undefined): {
    location: Location;
    answer(): Promise<Response>;
};
