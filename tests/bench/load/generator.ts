/** The load generator, in its own process so that its CPU time is not counted as the server's. Takes one order at a time. */
import { connect } from 'node:net';
import type { Order, Report } from './load.ts';
import { ResponseReader } from './response-reader.ts';

type Counts = Pick<Report, 'bytes' | 'errors' | 'statuses'> & { latencies: number[]; sent: number };

function openConnection(order: Order, place: number, counts: Counts, until: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    // Each connection sends its share of the rate; a late one does not catch up.
    const pause = order.perSecond === undefined ? 0 : (1000 * order.connections) / order.perSecond;
    let due = performance.now() + pause * (place / order.connections - 1);
    const socket = connect({ port: order.port, host: '127.0.0.1', noDelay: true });
    let asked = 0;
    let finished = false;
    const finish = () => {
      if (finished) return;
      finished = true;
      socket.destroy();
      resolve();
    };
    const ask = () => {
      if (until()) return finish();
      asked = performance.now();
      socket.write(order.requests[counts.sent++ % order.requests.length] as string, 'latin1');
    };
    const next = () => {
      if (pause === 0) return ask();
      const now = performance.now();
      due += pause * Math.max(1, Math.ceil((now - due) / pause));
      setTimeout(ask, due - now);
    };
    const reader = new ResponseReader((answer) => {
      counts.latencies.push(performance.now() - asked);
      counts.statuses[answer.status] = (counts.statuses[answer.status] ?? 0) + 1;
      counts.bytes += answer.bytes;
      next();
    });
    socket.on('data', (chunk: Buffer) => reader.read(chunk));
    socket.once('connect', next);
    socket.once('error', () => {
      counts.errors++;
      finish();
    });
    socket.once('close', () => {
      if (!finished) counts.errors++;
      finish();
    });
  });
}

/** Waking a sleeping process costs the server more than the response on some machines. Returns a function that ends it. */
function busyWait(): () => void {
  let awake = true;
  const turn = () => void (awake && setImmediate(turn));
  turn();
  return () => {
    awake = false;
  };
}

process.on('message', async (order: Order) => {
  const counts: Counts = { bytes: 0, errors: 0, statuses: {}, latencies: [], sent: 0 };
  const began = performance.now();
  const end = began + order.seconds * 1000;
  const most = order.count ?? Number.POSITIVE_INFINITY;
  const rest = order.awake ? busyWait() : () => {};
  await Promise.all(
    Array.from({ length: order.connections }, (_, place) =>
      openConnection(order, place, counts, () => counts.sent >= most || performance.now() >= end),
    ),
  );
  rest();
  const seconds = (performance.now() - began) / 1000;
  const { latencies, sent: _, ...others } = counts;
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  process.send?.({
    ...others,
    answers: latencies.length,
    seconds,
    p50: at(0.5),
    p99: at(0.99),
  } satisfies Report);
});
process.on('disconnect', () => process.exit(0));
