import { describeFileReaders } from "./file-readers.ts";

describeFileReaders(10);
