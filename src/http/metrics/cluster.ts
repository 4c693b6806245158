import cluster from 'node:cluster';
import { type Family, together } from './text.ts';

/** A process that does not answer by then is left out. */
const patienceMs = 1_000;

type Told = { process: string; families: Family[] };
type Message = { metrics: 'ask' | 'tell' | 'told' | 'all'; id: number; told?: Told; all?: Told[] };

const isOurs = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/** In the process that leads: asks all others when one of them is asked, because nobody can choose whom a request reaches. */
export function passMetricsOn(): void {
  const open = new Map<number, { all: Told[]; done: () => void; expected: number }>();
  let questions = 0;
  cluster.on('message', (asker, message: unknown) => {
    if (!isOurs(message)) return;
    if (message.metrics === 'told' && message.told) {
      const question = open.get(message.id);
      question?.all.push(message.told);
      if (question && question.all.length >= question.expected) question.done();
      return;
    }
    if (message.metrics !== 'ask') return;
    const id = ++questions;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    const all: Told[] = [];
    const timer = setTimeout(() => done(), patienceMs);
    const done = () => {
      clearTimeout(timer);
      if (open.delete(id) && asker.isConnected())
        asker.send({ metrics: 'all', id: message.id, all } satisfies Message);
    };
    open.set(id, { all, done, expected: workers.length });
    for (const worker of workers) worker?.send({ metrics: 'tell', id } satisfies Message);
  });
}

/** In the others: tells what this process counted, and finds out what all did. */
export function crewMetrics(own: () => Family[]): () => Promise<Family[]> {
  const waiting = new Map<number, (all: Told[]) => void>();
  const name = String(cluster.worker?.id ?? 0);
  const mine = (): Told => ({ process: name, families: own() });
  let questions = 0;
  process.on('message', (message: unknown) => {
    if (!isOurs(message)) return;
    if (message.metrics === 'tell')
      process.send?.({ metrics: 'told', id: message.id, told: mine() } satisfies Message);
    if (message.metrics === 'all') waiting.get(message.id)?.(message.all ?? []);
  });
  return async () => {
    const id = ++questions;
    const { promise, resolve } = Promise.withResolvers<Told[]>();
    waiting.set(id, resolve);
    const timer = setTimeout(() => resolve([mine()]), 2 * patienceMs);
    process.send?.({ metrics: 'ask', id } satisfies Message);
    const all = await promise;
    clearTimeout(timer);
    waiting.delete(id);
    const inOrder = all.toSorted((a, b) => Number(a.process) - Number(b.process));
    return together(new Map(inOrder.map(({ process: from, families }) => [from, families])));
  };
}
