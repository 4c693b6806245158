import { type Blog, nowIso } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { type ActorKey, type RemoteActor, readActor } from './remote-actor.ts';
import type { FetchDocument } from './signing/fetch-document.ts';
import { verifySignature } from './signing/verify-signature.ts';
import { putSender, type StoredRequest, senderById } from './store/inbox.ts';

type KnownSender = { actor: RemoteActor; keys: ActorKey[]; dateFetched: string };

type Verdict = { sender: KnownSender } | { failure: 'unreachable' | 'refused'; reason: string };

const minute = 60_000;
/** How long a document that was just fetched is not fetched again, so that forged requests cause no more than this. */
const freshMs = 5 * minute;
/** When requests of a server that did not answer are tried again. */
const unreachableMs = minute;
/** Names change now and then. */
const currentMs = 7 * 24 * 60 * minute;
const maxRecent = 500;

type Recent = Map<string, { verdict: Verdict; at: number }>;

/** Longer than the job: otherwise forged requests that come one by one would each cause a request. */
const recentOf = new WeakMap<Db, Recent>();

/** Who sent a request, by its signature. */
export class Senders {
  readonly #blog: Blog;
  readonly #fetchDocument: FetchDocument;
  readonly #recent: Recent;

  constructor(blog: Blog, fetchDocument: FetchDocument) {
    this.#blog = blog;
    this.#fetchDocument = fetchDocument;
    this.#recent = recentOf.getOrInsertComputed(blog.db, () => new Map());
  }

  /** Only a key that the actor's own document names counts. One that fails is looked up again once: keys are replaced. */
  async verify(request: StoredRequest): Promise<Verdict> {
    const known = await senderById<Omit<KnownSender, 'dateFetched'>>(this.#blog.db, request.actor);
    if (known && this.#isSignedBy(request, known.keys)) return this.#current(known);
    const found = await this.#fetchOnce(request.actor);
    if ('failure' in found) return found;
    if (this.#isSignedBy(request, found.sender.keys)) return found;
    return refused('The signature is not valid.');
  }

  async #fetchOnce(id: string): Promise<Verdict> {
    const recent = this.#recent.get(id);
    if (!recent) return this.renew(id);
    const { verdict, at } = recent;
    const isUnreachable = 'failure' in verdict && verdict.failure === 'unreachable';
    const age = Math.abs(this.#blog.now().getTime() - at);
    return age < (isUnreachable ? unreachableMs : freshMs) ? verdict : this.renew(id);
  }

  /** Fetches the actor's document, for a sender who says that it has changed. */
  async renew(id: string): Promise<Verdict> {
    const now = this.#blog.now().getTime();
    const verdict = await this.#read(id);
    this.#recent.delete(id);
    this.#recent.set(id, { verdict, at: now });
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > maxRecent && oldest !== undefined) this.#recent.delete(oldest);
    return verdict;
  }

  /** Only those that sent something valid are stored. */
  store({ sender }: { sender: KnownSender }): Promise<void> {
    return putSender(this.#blog.db, sender.actor.actor, sender, nowIso(this.#blog));
  }

  async #read(id: string): Promise<Verdict> {
    const fetched = await this.#fetchDocument(id);
    if ('failure' in fetched) return fetched;
    const read = readActor(fetched.document, id);
    return read ? { sender: { ...read, dateFetched: nowIso(this.#blog) } } : refused('It is no actor.');
  }

  async #current(known: KnownSender): Promise<Verdict> {
    const age = this.#blog.now().getTime() - Date.parse(known.dateFetched);
    const renewed = age > currentMs ? await this.#fetchOnce(known.actor.actor) : undefined;
    return renewed && 'sender' in renewed ? renewed : { sender: known };
  }

  #isSignedBy({ path, headers, body, date_received }: StoredRequest, keys: readonly ActorKey[]): boolean {
    const url = this.#blog.siteUrl() + path;
    return verifySignature({ url, headers, body, received: new Date(date_received) }, keys);
  }
}

const refused = (reason: string): Verdict => ({ failure: 'refused', reason });
