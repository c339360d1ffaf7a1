import { type InferenceProviderMappingEntry, type InferenceTask, type ProviderHelper } from "../../inference/index.ts";
import type { SnippetArgs } from "./args.ts";
import type { InferenceSnippetOptions } from "./options.ts";
import { FileInput, type Members, type Value } from "./values.ts";
/** The body of a request. */
export type RawBody = {
    kind: "json";
    value: Members;
} | {
    kind: "file";
    file: FileInput;
} | {
    kind: "form";
    fields: readonly (readonly [name: string, value: string | FileInput])[];
};
/** The POST request a raw snippet sends. */
export interface RawRequest {
    url: string;
    /** Authorization scheme, such as `Bearer`. */
    scheme: string;
    body: RawBody;
    /** Whether a file in a JSON body is bare base64; else it is a data URL. */
    bareBase64: boolean;
}
/** The facts a request is built from. */
export interface RequestSource {
    task: InferenceTask;
    model: string;
    provider: string;
    /** The provider's id of the model. */
    providerModel: string;
    mapping: InferenceProviderMappingEntry | undefined;
    args: SnippetArgs;
    options: InferenceSnippetOptions;
}
/**
 * Returns the request of a raw snippet; undefined when only a client library can know it.
 * @throws InputError when the provider or the endpoint cannot be called this way
 */
export declare function makeRawRequest(source: RequestSource, helper: ProviderHelper): RawRequest | undefined;
/** Returns the model as services with the OpenAI protocol want it; on the router, with the provider. */
export declare function nameChatModel(source: RequestSource): string;
/** Returns the file among the values, if there is one. */
export declare function findFile(value: Value): FileInput | undefined;
