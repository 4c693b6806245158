/** The server without queue limits and connection limits, for the control runs of overload tests. */
import { environment, readConfig } from '../../src/config.ts';
import { createLog } from '../../src/operator/log.ts';
import { start } from '../../src/server/start.ts';

const unlimited = Number.POSITIVE_INFINITY;
const queue = { maxLength: unlimited, maxWaitMs: unlimited };
const config = readConfig(environment());
const running = await start(config, createLog(config.logLevel), {
  limits: {
    queue: {
      concurrency: unlimited,
      queues: { reads: queue, writes: queue, signIn: queue },
      sliceMs: unlimited,
      maxSliceMs: unlimited,
    },
    connections: {
      most: unlimited,
      pipelined: unlimited,
      everyMs: 1_000,
      looks: unlimited,
      bytes: 0,
      drain: 1,
      longest: unlimited,
      bodyMs: unlimited,
    },
  },
});
console.log(`Not Terrible is running at ${running.url}`);
