import {
	type BodyObserver,
	type BoundedBody,
	type BoundedResponse,
	joinObservers,
	type ObservableResponse,
	type PieceReader,
} from "../../../http/index.ts";
import { LightResponse } from "../../../http/light-response.ts";
import type { PooledBody } from "./body.ts";

/** A response whose body becomes a web stream only on request: creating one costs as much as a call. */
export class PooledResponse extends LightResponse implements BoundedResponse, ObservableResponse {
	private readonly source: PooledBody;
	private stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;

	constructor(source: PooledBody, facts: ConstructorParameters<typeof LightResponse>[1]) {
		super(null, facts);
		this.source = source;
	}

	override get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
		this.stream ??= this.source.stream();
		return this.stream;
	}

	override clone(): LightResponse {
		return this.withBody(this.body).clone();
	}

	override bytes(): Promise<Uint8Array<ArrayBuffer>> {
		return this.withBody(this.body).bytes();
	}

	observe(observer: BodyObserver): void {
		this.source.observer = joinObservers(this.source.observer, observer);
	}

	pieces(): PieceReader {
		return this.source;
	}

	readWithin(limit: number): Promise<BoundedBody> {
		return this.source.read(limit);
	}
}
