import { describeGenerated } from "./generated.ts";

describeGenerated(1000, 200);
