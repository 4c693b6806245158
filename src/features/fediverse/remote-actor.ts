import { cleanText } from '../../platform/http/api/plain-text.ts';
import { haveSameHost, idOf, isJson, type Json, listOf, textOf, typeOf, webUrl } from './activity-json.ts';

/** An actor of another server, as its own document describes it. */
export type RemoteActor = {
  actor: string;
  inbox: string;
  shared_inbox: string | null;
  /** `@name@host` */
  handle: string;
  name: string;
  /** Their page. */
  url: string | null;
};

export type ActorKey = { id: string; pem: string };

export const actorTypes = ['Person', 'Service', 'Application', 'Group', 'Organization'];

const maxKeys = 5;
const maxPemLength = 8_000;
/** Of names; the form for comments allows less. */
const maxNameLength = 200;

/** Null if the document is not that of this actor, or lacks what an actor needs. */
export function readActor(document: Json, id: string): { actor: RemoteActor; keys: ActorKey[] } | null {
  const inbox = webUrl(document.inbox);
  if (document.id !== id || !actorTypes.includes(typeOf(document)) || !inbox) return null;
  const { host } = new URL(id);
  const username = oneLine(document.preferredUsername) || new URL(id).pathname.split('/').at(-1) || '';
  const handle = `@${username}@${host}`;
  const shared = isJson(document.endpoints) ? webUrl(document.endpoints.sharedInbox) : undefined;
  const keys = listOf(document.publicKey)
    .filter(isJson)
    .filter((key) => idOf(key.owner) === id && haveSameHost(key.id, id))
    .map((key) => ({ id: textOf(key.id), pem: textOf(key.publicKeyPem) }))
    .filter(({ pem }) => pem.length > 0 && pem.length <= maxPemLength)
    .slice(0, maxKeys);
  return {
    actor: {
      actor: id,
      inbox: inbox.href,
      shared_inbox: shared?.href ?? null,
      handle,
      name: oneLine(document.name) || handle,
      url: pageOf(document.url, id),
    },
    keys,
  };
}

/** Where a person can look at it, on the same server. */
export function pageOf(url: unknown, id: string): string | null {
  const candidates = listOf(url).map((one) => (isJson(one) ? one.href : one));
  const found = candidates.find((one) => haveSameHost(one, id));
  return typeof found === 'string' ? found : null;
}

const oneLine = (value: unknown): string =>
  cleanText(textOf(value).slice(0, maxNameLength)).replaceAll(/\s+/g, ' ').trim();
