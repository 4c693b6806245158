import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { addFollower, putActor } from '../../src/features/fediverse/store/fediverse.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { freePort } from '../bench/free-port.ts';

/*
 * Many servers of the fediverse, each on a loopback address of its own (Linux has 127.0.0.0/8 without any setup). Some of them
 * are dead: they refuse connections, never answer, or answer every activity with an error.
 */

export type HostKind = 'living' | 'refusing' | 'silent' | 'failing';
export type FollowerHost = { host: string; kind: HostKind };

export type FollowerHosts = {
  hosts: FollowerHost[];
  /** How often each inbox was sent an activity, by URL of the inbox and id of the activity; only of hosts that are alive. */
  received: Map<string, Map<string, number>>;
  /** Milliseconds since the origin of `performance` at which an inbox was sent an activity it did not have. */
  lastNew: number;
  dispose(): Promise<void>;
};

export async function startFollowerHosts(counts: Record<HostKind, number>): Promise<FollowerHosts> {
  const port = await freePort();
  const kinds = (Object.keys(counts) as HostKind[]).flatMap((kind) =>
    Array<HostKind>(counts[kind]).fill(kind),
  );
  // Mixed, so that the dead ones are not all at the beginning or end.
  const step = 7;
  const mixed = kinds.map((_, index) => kinds[(index * step) % kinds.length] ?? 'living');
  const hosts = (kinds.length % step === 0 ? kinds : mixed).map((kind, index) => ({
    kind,
    host: `127.0.${1 + (index >> 7)}.${1 + (index & 127)}:${port}`,
  }));
  const kindOf = new Map(hosts.map(({ host, kind }) => [host, kind]));

  const sockets = new Set<Socket>();
  const found: FollowerHosts = {
    hosts,
    received: new Map(),
    lastNew: 0,
    dispose: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(listeners.map((listener) => new Promise((resolve) => listener.close(resolve))));
    },
  };
  const http = createHttpServer(async (request, response) => {
    const host = request.headers.host ?? '';
    const kind = kindOf.get(host);
    if (kind === 'silent') return;
    if (kind === 'failing') return response.writeHead(500).end();
    const { id } = (await json(request)) as { id: string };
    const inbox = `http://${host}${request.url}`;
    const activities = found.received.get(inbox) ?? new Map<string, number>();
    found.received.set(inbox, activities);
    if (!activities.has(id)) found.lastNew = performance.now();
    activities.set(id, (activities.get(id) ?? 0) + 1);
    response.writeHead(202).end();
  });
  // One server for each address, all of them served by the same code.
  const listeners: Server[] = await Promise.all(
    hosts
      .filter(({ kind }) => kind !== 'refusing')
      .map(async ({ host }) => {
        const listener = createServer((socket) => {
          sockets.add(socket);
          socket.on('error', () => {}).on('close', () => sockets.delete(socket));
          http.emit('connection', socket);
        });
        listener.listen(port, host.split(':')[0]);
        await once(listener, 'listening');
        return listener;
      }),
  );
  return found;
}

export type Followers = {
  perHost: number;
  /** As Mastodon and most others have it; without, every follower is sent an activity of their own. */
  hasSharedInbox: boolean;
};

/** As if all of them had asked to follow the blog. */
export async function addFollowers(
  config: { dataDir: string; databaseUrl: string | null },
  hosts: readonly FollowerHost[],
  { perHost, hasSharedInbox }: Followers,
): Promise<void> {
  const { db } = openDatabase(config);
  const now = new Date().toISOString();
  try {
    await db.transaction().execute(async (tx) => {
      for (const { host } of hosts)
        for (let number = 0; number < perHost; number++) {
          const actor = `http://${host}/users/${number}`;
          await putActor(
            tx,
            {
              actor,
              inbox: `${actor}/inbox`,
              shared_inbox: hasSharedInbox ? `http://${host}/inbox` : null,
              handle: `@user${number}@${host}`,
              name: `User ${number}`,
              url: actor,
            },
            now,
          );
          await addFollower(tx, actor, `${actor}#follow`, now);
        }
    });
  } finally {
    await db.destroy();
  }
}

/** The inboxes of hosts that are alive. */
export const livingInboxes = (
  hosts: readonly FollowerHost[],
  { perHost, hasSharedInbox }: Followers,
): string[] =>
  hosts
    .filter(({ kind }) => kind === 'living')
    .flatMap(({ host }) =>
      hasSharedInbox
        ? [`http://${host}/inbox`]
        : Array.from({ length: perHost }, (_, number) => `http://${host}/users/${number}/inbox`),
    );
