/** Text files for trying the tasks that take text. */
export declare const TEXT_SAMPLES: Readonly<Record<string, string>>;
