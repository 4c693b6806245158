import { createServer } from 'node:net';
import type { Config } from '../../config.ts';

/**
 * Fails when another program listens there, before a start creates anything. With reusePort the workers would also silently share the
 * port with those of another start.
 */
export async function requireFreePort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
