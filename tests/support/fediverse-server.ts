import { createHash, KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Form, signatureHeaders } from '../../src/features/fediverse/signing/http-signatures.ts';
import { ask, type RawAnswer } from './raw-http.ts';

/**
 * Another server of the fediverse, on loopback: its actors have documents and keys and send signed activities, and it records
 * what it is sent. `routes` replaces single answers, for servers that misbehave.
 */
export type FediverseServer = {
  /** As in `http://127.0.0.1:1234`. */
  url: string;
  /** Every request, as in `GET /users/bob`. */
  requests: string[];
  /** Activities that came to an inbox, in order. */
  received: ReceivedActivity[];
  /** By path; asked before the documents. */
  routes: Map<string, RequestListener>;
  /** By path: objects and actors that are sent as ActivityPub documents. */
  documents: Map<string, Json>;
  actor(name: string, fields?: Json): Promise<RemoteActor>;
  dispose(): Promise<void>;
};

export type Json = Record<string, unknown>;
export type ReceivedActivity = { path: string; headers: IncomingMessage['headers']; activity: Json };

export type RemoteActor = {
  id: string;
  keyId: string;
  name: string;
  keys: CryptoKeyPair;
  /** What is served at `id`; may be changed. */
  document: Json;
  /** A public note of this actor, served at its id. */
  note(fields?: Json): Json & { id: string };
  /** Wraps an object, with the addressing of the object. */
  activity(type: string, object: unknown, fields?: Json): Json & { id: string };
  /** Signs the activity and sends it to the inbox. */
  send(inbox: string, activity: unknown, options?: SendOptions): Promise<RawAnswer>;
};

export type SendOptions = {
  form?: Form;
  keyId?: string;
  keys?: CryptoKeyPair;
  /** Of the signature. */
  date?: Date;
  /** Changes the signed request before it is sent. */
  change?: (headers: Record<string, string>, body: string) => string | undefined;
};

export const publicCollection = 'https://www.w3.org/ns/activitystreams#Public';
const context = ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/security/v1'];

export const newKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    ['sign', 'verify'],
  );

let sharedKeys: Promise<CryptoKeyPair> | undefined;

export async function publicKeyPem({ publicKey }: CryptoKeyPair): Promise<string> {
  const bytes = Buffer.from(await crypto.subtle.exportKey('spki', publicKey)).toString('base64');
  return `-----BEGIN PUBLIC KEY-----\n${bytes.replace(/(.{64})/g, '$1\n')}\n-----END PUBLIC KEY-----\n`;
}

export async function fediverseServer(port = 0): Promise<FediverseServer> {
  const requests: string[] = [];
  const received: ReceivedActivity[] = [];
  const routes = new Map<string, RequestListener>();
  const documents = new Map<string, Json>();

  const server = createServer(async (request, response) => {
    const { method = '', url: target = '/' } = request;
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    requests.push(`${method} ${target}`);
    const route = routes.get(pathname);
    if (route) return route(request, response);
    if (method === 'POST') {
      received.push({ path: pathname, headers: request.headers, activity: JSON.parse(await text(request)) });
      return response.writeHead(202).end();
    }
    if (pathname === '/.well-known/webfinger') {
      const name = /^acct:([^@]+)@/.exec(searchParams.get('resource') ?? '')?.[1];
      const links = [{ rel: 'self', type: 'application/activity+json', href: `${url}/users/${name}` }];
      if (!documents.has(`/users/${name}`)) return response.writeHead(404).end();
      response.setHeader('content-type', 'application/jrd+json');
      return response.end(JSON.stringify({ subject: searchParams.get('resource'), links }));
    }
    const document = documents.get(pathname);
    if (!document) return response.writeHead(404).end();
    response.setHeader('content-type', 'application/activity+json');
    response.end(JSON.stringify(document));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  let count = 0;
  const actor: FediverseServer['actor'] = async (name, fields = {}) => {
    sharedKeys ??= newKeys();
    const keys = await sharedKeys;
    const path = `/users/${name}`;
    const id = url + path;
    const keyId = `${id}#main-key`;
    const document: Json = {
      '@context': context,
      id,
      type: 'Person',
      preferredUsername: name,
      name,
      url: `${url}/@${name}`,
      inbox: `${id}/inbox`,
      endpoints: { sharedInbox: `${url}/inbox` },
      publicKey: { id: keyId, owner: id, publicKeyPem: await publicKeyPem(keys) },
      ...fields,
    };
    documents.set(path, document);
    const addressed = { to: [publicCollection], cc: [`${id}/followers`] };
    return {
      id,
      keyId,
      name,
      keys,
      document,
      note: (given = {}) => {
        const notePath = `${path}/notes/${++count}`;
        const note = {
          '@context': context,
          id: url + notePath,
          type: 'Note',
          attributedTo: id,
          url: `${url}/@${name}/${count}`,
          published: new Date().toISOString(),
          content: '<p>Hello</p>',
          ...addressed,
          ...given,
        };
        documents.set(new URL(note.id).pathname, note);
        return note;
      },
      activity: (type, object, given = {}) => {
        const { to, cc } = (typeof object === 'object' && object !== null ? object : {}) as Json;
        return {
          '@context': context,
          id: `${id}/activities/${++count}`,
          type,
          actor: id,
          object,
          to: to ?? addressed.to,
          cc: cc ?? addressed.cc,
          ...given,
        };
      },
      send: (inbox, activity, options = {}) => sendSigned(inbox, activity, { keyId, keys, ...options }),
    };
  };

  return {
    url,
    requests,
    received,
    routes,
    documents,
    actor,
    dispose: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sendSigned(
  inbox: string,
  activity: unknown,
  {
    keyId,
    keys,
    form = 'draft12',
    date = new Date(),
    change,
  }: SendOptions & { keyId: string; keys: CryptoKeyPair },
): Promise<RawAnswer> {
  const body = typeof activity === 'string' ? activity : JSON.stringify(activity);
  const given = { host: new URL(inbox).host, 'content-type': 'application/activity+json' };
  const key = { id: keyId, key: KeyObject.from(keys.privateKey) };
  const message = { method: 'POST', url: inbox, headers: given, body };
  const headers = { ...given, ...signatureHeaders(message, key, { form, now: date }) };
  const changed = change?.(headers, body) ?? body;
  return ask(inbox, { method: 'POST', headers, body: changed });
}

/** The value of a Digest header. */
export const digestOf = (body: string): string =>
  `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
