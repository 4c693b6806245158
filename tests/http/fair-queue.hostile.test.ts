import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { type RunningServer, startServer } from '../support/server.ts';

/** One client sends more uncached requests than the queue takes, over as many connections; another one sends a few. */
const flooding = 300;
const own = 5;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { TRUST_PROXY: '1', LOG_LEVEL: 'error' } });
  const owner = new Client(server.url);
  await owner.login();
  for (let number = 0; number < 20; number++)
    await owner.post('/webapi/api/posts', {
      post_title: `Sea ${number}`,
      post_content: `<p>${'the sea and the boat '.repeat(200)}</p>`,
      active: true,
    });
});
afterAll(() => server?.dispose());

type Answer = { address: string; status: number };

/** In the order in which they were answered. */
async function answersOf(requests: readonly { address: string; path: string }[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  await Promise.all(
    requests.map(
      ({ address, path }) =>
        new Promise<void>((resolve, reject) => {
          request(
            new URL(path, server.url.replace('localhost', '127.0.0.1')),
            { agent: false, headers: { 'x-forwarded-for': address } },
            (response) => {
              answers.push({ address, status: response.statusCode ?? 0 });
              response.resume().on('end', resolve);
            },
          )
            .on('error', reject)
            .end();
        }),
    ),
  );
  return answers;
}

test('a client with few requests is served among the first while another one floods', async () => {
  const search = (number: number) => `/search?q=sea+boat${number}`;
  const flood = Array.from({ length: flooding }, (_, number) => ({
    address: '192.0.2.1',
    path: search(number),
  }));
  const reader = Array.from({ length: own }, (_, number) => ({
    address: '198.51.100.1',
    path: search(1000 + number),
  }));
  const answers = await answersOf([...flood, ...reader]);
  const of = (address: string) => answers.filter((answer) => answer.address === address);
  expect(of('198.51.100.1').map(({ status }) => status)).toEqual(Array(own).fill(200));
  // The flood is shed in part, so that the queue was full while the reader came.
  const statuses = of('192.0.2.1').map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses).toContain(503);
  // Requests take turns: the reader came last, and some of the queue is served after it.
  const served = answers.filter(({ status }) => status === 200).map(({ address }) => address);
  const after = served.slice(served.lastIndexOf('198.51.100.1') + 1);
  expect(after.length).toBeGreaterThan(10);
});
