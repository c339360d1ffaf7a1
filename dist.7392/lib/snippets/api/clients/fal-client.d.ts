import type { Plan } from "../plan.ts";
/** Python with the package `fal_client`, which reads its key itself. */
export declare function writeFalClient({ args, provider, providerModel, request, template }: Plan): string | undefined;
