import { RecentMap } from "../base/remember.ts";

/** Failures in a row after which a target is skipped. */
const MAX_FAILURES = 3;
const MAX_TARGETS = 1000;

interface Health {
	failures: number;
	/** Until when the target is skipped. */
	openUntil: number;
	isProbed: boolean;
}

/** Remembers which targets fail, so that calls skip them for a while. */
export class Breaker {
	private readonly targets = new RecentMap<Health>(MAX_TARGETS);
	private readonly cooldown: number;
	private readonly now: () => number;

	constructor(cooldown: number, now: () => number) {
		this.cooldown = cooldown;
		this.now = now;
	}

	/** Whether no target has failed lately. */
	get isQuiet(): boolean {
		return this.targets.size === 0;
	}

	/** Whether calls skip the target; after the cooldown one call may probe it. */
	isOpen(name: string): boolean {
		const health = this.targets.get(name);
		if (!health || health.failures < MAX_FAILURES) return false;
		return health.isProbed || this.now() < health.openUntil;
	}

	/** Records that a call goes to the target. */
	begin(name: string): void {
		const health = this.targets.get(name);
		if (health && health.failures >= MAX_FAILURES && this.now() >= health.openUntil) health.isProbed = true;
	}

	succeed(name: string): void {
		this.targets.delete(name);
	}

	fail(name: string): void {
		const health = this.targets.get(name) ?? { failures: 0, openUntil: 0, isProbed: false };
		health.failures++;
		health.isProbed = false;
		if (health.failures >= MAX_FAILURES) health.openUntil = this.now() + this.cooldown;
		this.targets.set(name, health);
	}

	/** Records that the call ended for a reason unrelated to the target, such as a disconnected client. */
	release(name: string): void {
		const health = this.targets.get(name);
		if (health) health.isProbed = false;
	}

	/** Names of the targets that are skipped now. */
	get open(): string[] {
		return [...this.targets.keys()].filter((name) => this.isOpen(name));
	}
}
