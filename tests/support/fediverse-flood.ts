import { expect } from 'vitest';
import { fediverseServer, newKeys } from './fediverse-server.ts';
import type { FediverseSite } from './fediverse-site.ts';
import { ask } from './raw-http.ts';

/** Sends forged likes of ten servers while a page is read, and waits until all are processed. */
export async function floodInbox(
  site: FediverseSite,
  object: string,
  page: string,
  activities: number,
): Promise<void> {
  const servers = await Promise.all(Array.from({ length: 10 }, () => fediverseServer()));
  const keys = await newKeys();
  const statuses = new Map<number, number>();
  const flood = servers.map(async (server) => {
    const actor = await server.actor('flood');
    for (let count = 0; count < activities / servers.length; count++) {
      const { status } = await actor.send(site.inbox, actor.activity('Like', object), {
        keys,
        change: (headers) => {
          headers['x-forwarded-for'] = `10.9.${count % 250}.1`;
          return undefined;
        },
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  const isDone = Promise.all(flood).then(() => true);
  const pages: number[] = [];
  while (!(await Promise.race([isDone, new Promise<false>((later) => setTimeout(() => later(false), 200))])))
    pages.push((await ask(site.url + page)).status);
  expect([...statuses.keys()].filter((status) => ![202, 429, 503].includes(status))).toEqual([]);
  expect(statuses.get(202)).toBeGreaterThan(activities / 5);
  expect(pages.filter((status) => status !== 200)).toEqual([]);
  await expect.poll(() => site.stored(), { timeout: 240_000, interval: 500 }).toBe(0);
  // Each actor once; again if the process of the job was replaced, or after minutes.
  for (const server of servers) expect(server.requests.length).toBeLessThanOrEqual(3);
  await Promise.all(servers.map((server) => server.dispose()));
}
