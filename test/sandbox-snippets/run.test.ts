import { describeEveryClient } from "./every-client.ts";

// A sample; `npm run test:release` runs all of them.
describeEveryClient(8);
