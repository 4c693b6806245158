import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getDocumentLoader } from '@fedify/fedify';
import { verifyRequestDetailed } from '@fedify/fedify/sig';
import { expect, onTestFinished, test } from 'vitest';
import { fediverseServer } from './fediverse-server.ts';

test.each(['draft-cavage-http-signatures-12', 'rfc9421'] as const)(
  'actors sign what they send with %s',
  async (spec) => {
    const remote = await fediverseServer();
    onTestFinished(remote.dispose);
    const bob = await remote.actor('bob');
    const verified: boolean[] = [];
    const inbox = createServer(async (request, response) => {
      const received = new Request(`http://${request.headers.host}${request.url}`, {
        method: 'POST',
        headers: request.headers as Record<string, string>,
        body: await text(request),
      });
      const loader = getDocumentLoader({ allowPrivateAddress: true });
      const result = await verifyRequestDetailed(received, { documentLoader: loader });
      verified.push(result.verified);
      response.writeHead(202).end();
    });
    await new Promise<void>((resolve) => inbox.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void inbox.close());
    const url = `http://127.0.0.1:${(inbox.address() as AddressInfo).port}/inbox`;
    const like = bob.activity('Like', 'https://blog.example.org/post/1');
    expect((await bob.send(url, like, { spec })).status).toBe(202);
    await bob.send(url, like, { spec, change: (_, body) => body.replace('Like', 'Hate') });
    expect(verified).toEqual([true, false]);
    expect(remote.requests).toContain('GET /users/bob');
  },
);
