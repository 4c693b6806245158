/** The server without queue limits and connection limits, for the control runs of overload tests. */
import { environment, readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { start } from '../../src/server/start.ts';

const unlimited = Number.POSITIVE_INFINITY;
const queue = { maxLength: unlimited, maxWaitMs: unlimited };
const config = readConfig(environment());
const running = await start(config, createLog(config.logLevel), {
  limits: {
    queue: {
      concurrency: unlimited,
      queues: { reads: queue, writes: queue, signIn: queue },
    },
    connections: {
      maxConnections: unlimited,
      maxPipelined: unlimited,
      checkMs: 1_000,
      windowChecks: unlimited,
      minBytes: 0,
      bufferedBytesPerCheck: 1,
      maxChecks: unlimited,
      maxBodyMs: unlimited,
    },
  },
});
console.log(`Not Terrible is running at ${running.url}`);
