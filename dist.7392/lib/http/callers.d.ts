/** Rules about who may call a server on this machine. */
export interface CallerRules {
    /** Host names, without port, under which it may be called besides names of loopback: those it listens on, and others. */
    hosts: readonly string[];
    /** Origins of web pages that may call it; `*` for all. */
    cors: readonly string[];
}
/** Reason for refusing a caller. */
export interface CallerProblem {
    /** The part that is not allowed: the host name, or the origin of the page. */
    kind: "host" | "origin";
    value: string;
}
/** Whether a host name, without port, is this machine. IPv6 addresses may stand in brackets. */
export declare function isLoopback(hostname: string): boolean;
/**
 * Returns why a caller must be rejected; undefined for an allowed one. A web page can send requests to every port of
 * this machine: its origin is in `Origin`, or it uses its own DNS name, which is then in `Host`.
 */
export declare function findCallerProblem({ host, origin }: {
    host: string | null | undefined;
    origin: string | null | undefined;
}, rules: CallerRules): CallerProblem | undefined;
/** Whether web pages of an origin may read responses. */
export declare function isAllowedOrigin(origin: string, { cors }: CallerRules): boolean;
