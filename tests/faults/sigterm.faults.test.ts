import { Agent, type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startServer } from '../support/server.ts';
import { report, size } from '../support/size.ts';

const times = size(2, 20);
const readers = 24;

type Count = { whole: number; shed: number; refused: number; reset: number; broken: string[] };

/** Sends one request on a connection of the agent and counts its outcome. */
function ask(url: string, agent: Agent | undefined, count: Count): Promise<boolean> {
  return new Promise((resolve) => {
    const asking: ClientRequest = request(
      url,
      { agent: agent ?? new Agent(), headers: { accept: 'text/html' } },
      (answer) => {
        let bytes = 0;
        let text = '';
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (answer.statusCode !== 200) text += chunk;
        });
        answer.on('error', () => broken('the response was cut off'));
        answer.on('end', () => {
          const { 'content-length': length, 'retry-after': retryAfter } = answer.headers;
          // Load shedding, on a busy machine; a server that has lost its database asks for five seconds.
          if (answer.statusCode === 503 && retryAfter === '2') {
            count.shed++;
            return resolve(false);
          }
          if (answer.statusCode !== 200) return broken(`status ${answer.statusCode}: ${text}`);
          if (length !== undefined && Number(length) !== bytes) return broken('the response is too short');
          count.whole++;
          resolve(true);
        });
      },
    );
    const broken = (what: string) => {
      count.broken.push(what);
      resolve(false);
    };
    // The server never accepted this new connection, so the request is not in its log.
    asking.on('error', (error: NodeJS.ErrnoException) => {
      if (asking.reusedSocket) return broken(`${error.code} on a connection in use`);
      count.refused++;
      if (error.code === 'ECONNRESET') count.reset++;
      resolve(false);
    });
    asking.end();
  });
}

/** Stops the server during continuous requests, half of them on keep-alive connections and half on new ones. */
async function stopUnderLoad(script?: string): Promise<Count & { code: number | null }> {
  const server = await startServer({ env: { LOG_LEVEL: 'info' }, ...(script ? { script } : {}) });
  const base = server.url.replace('localhost', '127.0.0.1');
  const count: Count = { whole: 0, shed: 0, refused: 0, reset: 0, broken: [] };
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  let over = false;
  const loops = Array.from({ length: readers }, async (_, reader) => {
    const paths = ['/', '/webapi/getposts', '/feed.xml', '/search?q=welcome'];
    for (let number = reader; !over; number++)
      if (!(await ask(base + paths[number % paths.length], reader % 2 === 0 ? agent : undefined, count)))
        await sleep(20);
  });
  try {
    while (count.whole < readers * 4) await sleep(5);
    await sleep(Math.random() * 100);
    const code = await server.stop('SIGTERM');
    over = true;
    await Promise.all(loops);
    const logged = server.output().match(/"status":("aborted"|\d+)/g) ?? [];
    const aborted = logged.filter((text) => text.includes('aborted')).length;
    if (aborted > 0) count.broken.push(`${aborted} requests that the server accepted and did not answer`);
    // The log also contains readiness checks of startServer.
    if (logged.length < count.whole) count.broken.push('responses that are not in the log');
    return { ...count, code };
  } finally {
    over = true;
    agent.destroy();
    await server.dispose();
  }
}

test(
  `every accepted request gets a complete response when SIGTERM arrives under load (${times} times)`,
  async () => {
    let whole = 0;
    let refused = 0;
    let reset = 0;
    for (let time = 0; time < times; time++) {
      const { broken, code, ...count } = await stopUnderLoad();
      whole += count.whole;
      refused += count.refused;
      reset += count.reset;
      expect({ broken, code }).toEqual({ broken: [], code: 0 });
    }
    // Connections in the backlog are served; only later ones are refused.
    expect(reset).toBeLessThan(times);
    report(
      `SIGTERM: ${times} times, ${whole} complete responses, 0 broken, ${refused} refused (${reset} of them reset)`,
    );
  },
  times * 60_000,
);

test('control: a server that exits at once cuts responses off', async () => {
  let broken = 0;
  for (let time = 0; time < 5 && broken === 0; time++)
    broken += (await stopUnderLoad(join(import.meta.dirname, 'abrupt-stop.ts'))).broken.length;
  expect(broken).toBeGreaterThan(0);
});
