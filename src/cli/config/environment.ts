import variables from "./data/environment.json" with { type: "json" };

export interface Variable {
	name: string;
	meaning: string;
}

/** The variables that hub reads, by subject, as `hub help environment` lists them. */
export const ENVIRONMENT: Readonly<Record<string, readonly Variable[]>> = variables;
