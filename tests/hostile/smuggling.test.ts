import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { report } from '../support/size.ts';
import { type Case, cases, exchange } from './smuggling.ts';

let server: RunningServer;
let port: number;
beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'debug' } });
  port = Number(new URL(server.url).port);
});
afterAll(() => server.dispose());

/** How the server's responses to a case deviate from the expected ones. */
async function judged({ name, bytes, requests }: Case): Promise<string[]> {
  const { answers, rest, closed } = await exchange(port, bytes, requests ?? 1);
  const statuses = answers.map(({ status }) => status);
  const wrong = (ok: boolean, what: string) =>
    ok ? [] : [`${name}: ${what} (${statuses.join(' ')}${closed ? ', closed' : ''})`];
  const last = answers.at(-1);
  return [
    ...wrong(rest === '', `left over ${JSON.stringify(rest.slice(0, 100))}`),
    ...(requests === null
      ? [
          ...wrong(
            statuses.length === 1 && [400, 403, 405, 408, 413, 431].includes(statuses[0] ?? 0),
            'is not refused',
          ),
          ...wrong(closed, 'is not closed'),
          ...wrong(/^content-security-policy: /im.test(last?.head ?? ''), 'lacks the headers of the site'),
        ]
      : wrong(statuses.length === requests, `has ${requests} requests`)),
    ...wrong(!answers.some(({ head, body }) => /evil\.example/.test(head + body)), 'repeats a foreign host'),
  ];
}

test('each request gets one response, or is refused and the connection closed', {
  timeout: 120_000,
}, async () => {
  const problems: string[] = [];
  // In parallel, because some cases wait for a timeout.
  for (let from = 0; from < cases.length; from += 8)
    problems.push(...(await Promise.all(cases.slice(from, from + 8).map(judged))).flat());
  report(`${cases.length} ways to write a request that two readers may take for different ones`);
  expect(problems).toEqual([]);
  expect((await new Client(server.url).get('/healthz')).status).toBe(200);
  expect(server.output()).toContain('"path":"/healthz"');
  expect(server.output()).not.toContain('smuggled');
});

test('control: a lenient parser finds a request in a body', async () => {
  const seen: string[] = [];
  const lenient: Server = createServer({ insecureHTTPParser: true }, (request, response) => {
    seen.push(request.url ?? '');
    response.end('ok');
  });
  await new Promise<void>((resolve) => lenient.listen(0, '127.0.0.1', resolve));
  const at = (lenient.address() as AddressInfo).port;
  await exchange(at, (cases[0] as Case).bytes);
  lenient.closeAllConnections();
  await new Promise((resolve) => lenient.close(resolve));
  expect(seen).toContain('/smuggled');
});
