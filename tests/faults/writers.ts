import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../support/client.ts';

/** The contents of the database, read without the server. */
export type Stored = { posts: Map<number, string>; comments: Map<number, string> };

type Known = {
  /** The last acknowledged title, and those sent since; each of them may be stored. */
  titles: string[];
  deleted: 'no' | 'perhaps' | 'yes';
  comments: Map<number, string>;
};

class NotAcknowledged extends Error {}

/** Clients that write continuously and record which writes the server acknowledged. */
export class Writers {
  readonly #count: number;
  readonly #known = new Map<number, Known>();
  #client: Client;
  #moved = Promise.withResolvers<void>();
  #running = false;
  #loops: Promise<void>[] = [];
  acknowledged = 0;
  failures = 0;
  /** Responses that are neither a success nor 503 or 507. */
  readonly unexpected: string[] = [];

  constructor(count: number, client: Client) {
    this.#count = count;
    this.#client = client;
  }

  /** Continues after a restart of the server, which may have another URL. */
  moveTo(url: string): void {
    const client = new Client(url);
    for (const [name, value] of this.#client.cookies) client.cookies.set(name, value);
    this.#client = client;
    this.#wake();
  }

  #wake(): void {
    this.#moved.resolve();
    this.#moved = Promise.withResolvers();
  }

  start(): void {
    this.#running = true;
    this.#loops = Array.from({ length: this.#count }, (_, writer) => this.#write(writer));
  }

  async stop(): Promise<void> {
    this.#running = false;
    this.#wake();
    await Promise.all(this.#loops);
  }

  async #write(writer: number): Promise<void> {
    const own: number[] = [];
    for (let number = 0; this.#running; number++) {
      const client = this.#client;
      try {
        await this.#step(own, `writer ${writer}, step ${number}`, number);
      } catch (error) {
        this.failures++;
        if (error instanceof NotAcknowledged) await sleep(20);
        // The server is down; further attempts would only slow down its restart.
        else if (client === this.#client && this.#running) await this.#moved.promise;
      }
    }
  }

  async #step(own: number[], text: string, number: number): Promise<void> {
    const id = own.at(-1);
    const known = id === undefined ? undefined : this.#known.get(id);
    if (id === undefined || !known || number % 4 === 0) {
      const body = { post_title: text, post_content: `<p>${text}</p>`, active: true };
      const created = await this.#send<{ id: number }>('POST', '/webapi/api/posts', body);
      own.push(created.id);
      this.#known.set(created.id, { titles: [text], deleted: 'no', comments: new Map() });
    } else if (number % 4 === 1) {
      const path = `/webapi/api/posts/comment/${id}`;
      const comment = await this.#send<{ id: number }>('POST', path, { comment_text: text });
      known.comments.set(comment.id, text);
    } else if (number % 4 === 2 || own.length < 3) {
      known.titles.push(text);
      await this.#send('PUT', `/webapi/api/posts/${id}`, { post_title: text });
      known.titles = [text];
    } else {
      own.pop();
      known.deleted = 'perhaps';
      await this.#send('DELETE', `/webapi/api/posts/${id}`);
      known.deleted = 'yes';
    }
    this.acknowledged++;
  }

  async #send<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await this.#client.request<Body>(method, path, body);
    if (answer.status < 300) return answer.body;
    if (![503, 507].includes(answer.status))
      this.unexpected.push(`${method} ${path} ${answer.status} ${answer.text}`);
    throw new NotAcknowledged();
  }

  /** Acknowledged writes that are not stored; call it after stop. */
  lost(held: Stored): string[] {
    const lost: string[] = [];
    for (const [id, { titles, deleted, comments }] of this.#known) {
      const title = held.posts.get(id);
      if (deleted === 'yes' && title !== undefined) lost.push(`post ${id} is back`);
      if (deleted !== 'no') continue;
      if (title === undefined) lost.push(`post ${id} is gone`);
      else if (!titles.includes(title)) lost.push(`post ${id} says ${title}, not ${titles.join(' or ')}`);
      for (const [comment, text] of comments)
        if (held.comments.get(comment) !== text) lost.push(`comment ${comment} of post ${id} is gone`);
    }
    return lost;
  }
}
