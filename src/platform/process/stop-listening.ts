import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

/**
 * Stops accepting connections and calls back once all are closed. http.Server.close would also drop connections that
 * look idle because their request is still on its way; the server that it inherits from does not. Node has no option
 * for this. If the inheritance changes, `stop-listening.test.ts` fails.
 */
export function stopListening(server: Server, closed: () => void): void {
  NetServer.prototype.close.call(server, closed);
}
