/** A provider's offer for a model, as the router's `GET /v1/models` lists it. Missing facts are left out. */
export interface Offer {
    model: string;
    provider: string;
    /** `live`, `error`, or another word of the router. */
    status?: string;
    context_length?: number;
    /** US dollars per million tokens. */
    pricing?: {
        input: number;
        output: number;
    };
    is_free?: boolean;
    supports_tools?: boolean;
    supports_structured_output?: boolean;
    first_token_latency_ms?: number;
    /** Tokens a second. */
    throughput?: number;
    is_model_author?: boolean;
    input_modalities?: string[];
    output_modalities?: string[];
}
/** The offers of all models in the router's answer; what has another form is skipped. */
export declare function readOffers(answer: unknown): Offer[];
