import type { Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { ShutdownState } from '../http/server.ts';
import { stopListening } from './stop-listening.ts';

/** How long load balancers have to notice that /readyz fails, while new requests are still served. */
const readinessMs = 200;
const maxAcceptMs = 500;
const idleTurnMs = 2;
/** Idle connections stay open for a while, because their next request may already be on its way. */
const idleConnectionMs = 1_000;
const maxDrainMs = 10_000;

/** Stops accepting connections and resolves once all requests have their response, or after a limit. */
export async function drain(server: Server, state: ShutdownState): Promise<void> {
  await wait(readinessMs);
  const listening = Promise.withResolvers<void>();
  state.socketClosed = listening.promise;
  await acceptPendingConnections(server);
  let isClosed = false;
  stopListening(server, () => {
    isClosed = true;
  });
  listening.resolve();
  const begin = performance.now();
  while (!isClosed) {
    await wait(20);
    const passed = performance.now() - begin;
    if (passed > maxDrainMs) server.closeAllConnections();
    else if (passed > idleConnectionMs) server.closeIdleConnections();
  }
  // Only stops the timer that checks connections.
  server.close(() => {});
}

/**
 * Connections in the kernel's accept queue would be reset when the socket closes. Each turn of the event loop accepts all
 * of them, so the socket closes after a turn that accepted none and did nothing else. Requests wait until then, because
 * under load there would be no such turn.
 */
async function acceptPendingConnections(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted++;
  };
  server.on('connection', count);
  const begin = performance.now();
  for (let turn = begin; turn - begin < maxAcceptMs; ) {
    const before = accepted;
    await nextTurn();
    const now = performance.now();
    if (accepted === before && now - turn < idleTurnMs) break;
    turn = now;
  }
  server.off('connection', count);
}
