import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { programFile } from '../../../platform/process/package-root.ts';
import type { Reading, SourcePage } from './mention.ts';

const maxMs = 3_000;
const heapMb = 96;

/**
 * Reads pages in a worker thread, one after another: a page that takes long or much memory to parse ends the thread and nothing
 * else. Null: it could not be read.
 */
export class SourceReader {
  readonly #maxMs: number;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(limitMs = maxMs) {
    this.#maxMs = limitMs;
  }

  read(page: SourcePage, target: string): Promise<Reading | null> {
    const reading = this.#last.then(() => this.#readNow(page, target));
    this.#last = reading;
    return reading;
  }

  async #readNow(page: SourcePage, target: string): Promise<Reading | null> {
    const limit = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    try {
      this.#worker ??= await startWorker();
      this.#worker.ref();
      timer = setTimeout(() => limit.abort(), this.#maxMs);
      const answer = once(this.#worker, 'message', { signal: limit.signal });
      this.#worker.postMessage({ page, target });
      const [reading] = await answer;
      return reading as Reading;
    } catch {
      await this.close();
      return null;
    } finally {
      clearTimeout(timer);
      // An idle worker does not keep the process from ending.
      this.#worker?.unref();
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

async function startWorker(): Promise<Worker> {
  const worker = new Worker(programFile('features/webmention/reading/source-worker'), {
    // The flags of this process do not apply to the worker.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
  });
  // An error ends the worker; the reading that waits for it fails by `once`.
  worker.on('error', () => {});
  worker.on('exit', () => worker.emit('error', new Error('The worker ended.')));
  await once(worker, 'message');
  return worker;
}
