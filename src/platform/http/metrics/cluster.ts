import cluster from 'node:cluster';
import { type Family, mergeFamilies } from './text.ts';

/** A worker that has not answered by then is left out. */
const timeoutMs = 1_000;

type WorkerMetrics = { process: string; families: Family[] };
/** A worker requests all metrics, the primary collects them from each worker and sends them back. */
type Message =
  | { metrics: 'request' | 'collect'; id: number }
  | { metrics: 'collected'; id: number; own: WorkerMetrics }
  | { metrics: 'response'; id: number; all: WorkerMetrics[] };

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/** In the primary: collects the metrics of all workers for the one that a request for /metrics happened to reach. */
export function collectWorkerMetrics(): void {
  const pending = new Map<number, { all: WorkerMetrics[]; expected: number; finish: () => void }>();
  let lastId = 0;
  cluster.on('message', (requester, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === 'collected') {
      const collection = pending.get(message.id);
      collection?.all.push(message.own);
      if (collection && collection.all.length >= collection.expected) collection.finish();
    }
    if (message.metrics !== 'request') return;
    const id = ++lastId;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    const all: WorkerMetrics[] = [];
    const timer = setTimeout(() => finish(), timeoutMs);
    const finish = () => {
      clearTimeout(timer);
      if (pending.delete(id) && requester.isConnected())
        requester.send({ metrics: 'response', id: message.id, all } satisfies Message);
    };
    pending.set(id, { all, expected: workers.length, finish });
    for (const worker of workers) worker?.send({ metrics: 'collect', id } satisfies Message);
  });
}

/** In a worker: answers the primary, and returns a function that gets the metrics of all workers from it. */
export function clusterMetrics(own: () => Family[]): () => Promise<Family[]> {
  const waiting = new Map<number, (all: WorkerMetrics[]) => void>();
  const name = String(cluster.worker?.id ?? 0);
  const ownMetrics = (): WorkerMetrics => ({ process: name, families: own() });
  let lastId = 0;
  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === 'collect')
      process.send?.({ metrics: 'collected', id: message.id, own: ownMetrics() } satisfies Message);
    if (message.metrics === 'response') waiting.get(message.id)?.(message.all);
  });
  return async () => {
    const id = ++lastId;
    const { promise, resolve } = Promise.withResolvers<WorkerMetrics[]>();
    waiting.set(id, resolve);
    const timer = setTimeout(() => resolve([ownMetrics()]), 2 * timeoutMs);
    process.send?.({ metrics: 'request', id } satisfies Message);
    const all = await promise;
    clearTimeout(timer);
    waiting.delete(id);
    const inOrder = all.toSorted((a, b) => Number(a.process) - Number(b.process));
    return mergeFamilies(new Map(inOrder.map(({ process: from, families }) => [from, families])));
  };
}
