import type { FixedResponse } from './bare-server.ts';

/** A server that sends the same bytes as the blog, as a measure of how fast that can be. */
export type Baseline = {
  name: string;
  port: number;
  pid: number;
  /** Sets the response; returns the ETag for which the server answers 304. */
  serve(answer: FixedResponse): Promise<{ path: string; etag: string | null }>;
  stop(): Promise<void>;
};
