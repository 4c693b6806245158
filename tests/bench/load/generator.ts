/** The load, in a process of its own: what it costs must not count as the server's. Takes orders one after the other. */
import { connect } from 'node:net';
import { AnswerReader } from './answers.ts';
import type { Order, Report } from './load.ts';

type Counts = Pick<Report, 'bytes' | 'errors' | 'statuses'> & { latencies: number[]; sent: number };

function openConnection(order: Order, place: number, counts: Counts, until: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    // Connections keep their share of the pace and take turns; who is late does not catch up.
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
    const reader = new AnswerReader((answer) => {
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

/** Whoever answers a sleeper has to wake it, which on some machines costs more than the answer; returns how to end it. */
function stayAwake(): () => void {
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
  const rest = order.awake ? stayAwake() : () => {};
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
