import { describeEveryClient } from "./every-client.ts";

describeEveryClient(1);
