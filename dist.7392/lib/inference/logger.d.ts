import type { Notice, Options } from "./types.ts";
/** Where messages go; `console` is one. */
export interface Logger {
    debug(message: string, ...values: unknown[]): void;
    info(message: string, ...values: unknown[]): void;
    warn(message: string, ...values: unknown[]): void;
    error(message: string, ...values: unknown[]): void;
    log(message: string, ...values: unknown[]): void;
}
/** Replaces the logger of the whole process. Calls with the option `onNotice` do not use it. */
export declare function setLogger(replacement: Logger): void;
/** Hands a notice to the caller, or to the logger where the caller does not ask for it. */
export declare function notify(notice: Notice, options: Pick<Options, "onNotice">): void;
/** For failures that are no errors of the caller's program. */
export declare function logError(message: string, error: unknown): void;
