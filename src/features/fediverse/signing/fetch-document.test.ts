import type { lookup } from 'node:dns';
import { expect, onTestFinished, test } from 'vitest';
import { type FediverseServer, fediverseServer } from '../../../../tests/support/fediverse-server.ts';
import { documentFetcher } from './fetch-document.ts';

const sign = () => ({});
const fetchDocument = documentFetcher({ strangers: ['127.0.0.1'], sign });

async function server(): Promise<FediverseServer> {
  const remote = await fediverseServer();
  onTestFinished(remote.dispose);
  return remote;
}

test('a document is fetched, after redirects on its own server', async () => {
  const remote = await server();
  const bob = await remote.actor('bob');
  remote.routes.set('/old', (_, response) => response.writeHead(301, { location: '/users/bob' }).end());
  expect(await fetchDocument(`${remote.url}/old`)).toEqual({ document: bob.document });
});

test('redirects to another server, other types and what is too large are refused', async () => {
  const [remote, other] = [await server(), await server()];
  await other.actor('bob');
  const json = { 'content-type': 'application/activity+json' };
  const answers: Record<string, [number, Record<string, string>, string]> = {
    '/elsewhere': [302, { location: `${other.url}/users/bob` }, ''],
    '/again': [302, { location: '/again' }, ''],
    '/html': [200, { 'content-type': 'text/html' }, '{}'],
    '/json': [200, { 'content-type': 'application/json' }, '{}'],
    '/list': [200, json, '[]'],
    '/broken': [200, json, '{'],
    '/large': [200, json, JSON.stringify({ content: 'x'.repeat(600_000) })],
    '/gone': [410, {}, ''],
  };
  for (const [path, [status, headers, body]] of Object.entries(answers))
    remote.routes.set(path, (_, response) => response.writeHead(status, headers).end(body));
  for (const path of Object.keys(answers))
    expect(await fetchDocument(remote.url + path), path).toMatchObject({ failure: 'refused' });
  expect(other.requests).toEqual([]);
});

test('a server that fails or does not answer may be asked again', async () => {
  const remote = await server();
  remote.routes.set('/busy', (_, response) => response.writeHead(503).end());
  remote.routes.set('/reset', (_, response) => response.destroy());
  for (const path of ['/busy', '/reset'])
    expect(await fetchDocument(remote.url + path), path).toMatchObject({ failure: 'unreachable' });
});

test('a name that resolves to a private address is not connected to; control: one that is allowed is', async () => {
  const asked: string[] = [];
  const resolve = ((name: string, _options: object, callback: (error: null, found: object[]) => void) => {
    asked.push(name);
    callback(null, [{ address: '127.0.0.1', family: 4 }]);
  }) as unknown as typeof lookup;
  const guarded = documentFetcher({ strangers: [], resolve, sign });
  expect(await guarded('http://internal.example/users/bob')).toEqual({
    failure: 'refused',
    reason: expect.stringContaining('private address'),
  });
  const unguarded = documentFetcher({ strangers: ['127.0.0.1'], resolve, sign });
  // Nothing listens on port 80, or it is no server of the fediverse.
  expect(await unguarded('http://internal.example/users/bob')).not.toMatchObject({
    reason: expect.stringContaining('private address'),
  });
  expect(asked).toEqual(['internal.example', 'internal.example']);
});
