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

	constructor(source: PooledBody, facts: ConstructorParameters<typeof LightResponse>[1]) {
		super(() => source.stream(), facts);
		this.source = source;
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
