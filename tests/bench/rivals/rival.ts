import type { FixedAnswer } from './bare-server.ts';

/** Something that sends the same bytes as the blog, as a measure of how fast that can be. */
export type Rival = {
  name: string;
  port: number;
  pid: number;
  /** From now on this is its answer; gives the tag under which it takes the answer for known. */
  serve(answer: FixedAnswer): Promise<{ path: string; etag: string | null }>;
  stop(): Promise<void>;
};
