import type { WireRequest } from "../http/index.ts";
import { type ProviderHelper, type Registry } from "./helper.ts";
import { type Awaitable, type ResolvedModel } from "./resolve.ts";
import type { Args, BaseArgs, Call, CallOptions, InferenceTask, Options } from "./types.ts";
/** A call ready to be sent. */
export interface Prepared {
    /** Provider and model as the caller named them. */
    target: BaseArgs;
    call: Call;
    helper: ProviderHelper;
    request: WireRequest;
}
/**
 * How a call will be served.
 * @throws InputError, RoutingError, HubApiError where it cannot be
 */
export declare function selectHelper(registry: Registry, task: InferenceTask, args: BaseArgs, options: Options): Awaitable<ProviderHelper>;
/** Resolves the model of a call and builds its request. */
export declare function prepare(registry: Registry, helper: ProviderHelper, args: BaseArgs & Args, options: CallOptions): Awaitable<Prepared>;
/** The arguments with their files in the form the wire sends them in. */
export declare function encode({ wire }: ProviderHelper, args: BaseArgs & Args, options: Options): Awaitable<BaseArgs & Args>;
/** Builds the request of a call whose model is known. Pure. */
export declare function build(helper: ProviderHelper, args: BaseArgs & Args, { model, mapping: entry }: ResolvedModel, options: CallOptions): Prepared;
