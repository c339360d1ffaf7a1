import { kindOfStatus, type StatusKind } from "./status-kind.ts";

interface StatusFacts {
	/** The same request may succeed later. */
	mayPass: boolean;
	/** The service is the cause, not the request: another service may accept it. */
	mayPassElsewhere: boolean;
}

const REQUEST = { mayPass: false, mayPassElsewhere: false };
const SERVICE = { mayPass: true, mayPassElsewhere: true };

/** Facts of each kind, for any service. */
const STATUS_FACTS: Readonly<Record<StatusKind, StatusFacts>> = {
	refused: REQUEST,
	unauthorized: REQUEST,
	unpaid: { ...REQUEST, mayPassElsewhere: true },
	forbidden: REQUEST,
	"not-found": REQUEST,
	timeout: SERVICE,
	gone: { ...REQUEST, mayPassElsewhere: true },
	"too-large": REQUEST,
	"rate-limited": SERVICE,
	unavailable: SERVICE,
	unreachable: SERVICE,
	failed: SERVICE,
};

/** Returns the facts of the status of an error response. */
export function factsOfStatus(status: number): StatusFacts {
	return STATUS_FACTS[kindOfStatus(status)];
}
