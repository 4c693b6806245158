/** The server as it would be without its protection against overload: for the controls of tests. */
import { environment, readConfig } from '../../src/config.ts';
import { createLog } from '../../src/operator/log.ts';
import { start } from '../../src/start.ts';

const without = Number.POSITIVE_INFINITY;
const unlimited = { maxLength: without, maxWaitMs: without };
const config = readConfig(environment());
const running = await start(config, createLog(config.logLevel), undefined, 'alone', {
  queue: {
    concurrency: without,
    queues: { reads: unlimited, writes: unlimited, signIn: unlimited },
    sliceMs: without,
    maxSliceMs: without,
  },
  connections: {
    most: without,
    pipelined: without,
    everyMs: 1_000,
    looks: without,
    bytes: 0,
    drain: 1,
    longest: Number.POSITIVE_INFINITY,
    bodyMs: without,
  },
});
console.log(`Not Terrible is at ${running.url}`);
