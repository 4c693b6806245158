import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, existsSync, linkSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../bench/free-port.ts';

/*
 * A snac2 server on loopback, over plain http. What is worth knowing about it:
 * - It accepts draft-cavage signatures only, and reads the key from `publicKey` of the actor that the key id starts with.
 * - A message is public only if `to` or `cc` of the activity itself contains the full URL of as:Public.
 * - It removes a message from its queue on disk before it works on it, so a SIGKILL in that moment loses the message.
 * - The id of a Like or Announce is made from actor and object: repeating one after an Undo repeats the id.
 * - Block is local, nothing is sent. Delete goes to followers only (`addFollower`).
 * - Ids of the Mastodon API are 10 digits of a time, which it ignores, and the MD5 of the object's id.
 */

const startsWithin = 20_000;

type Json = Record<string, unknown>;

export class Snac {
  readonly url: string;
  readonly folder: string;
  readonly #program: string;
  readonly #port: number;
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(program: string, folder: string, port: number) {
    this.#program = program;
    this.folder = folder;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** An empty server that runs. */
  static async create(program: string): Promise<Snac> {
    const parent = await mkdtemp(join(tmpdir(), 'not-terrible-snac-'));
    const snac = new Snac(program, join(parent, 'data'), await freePort());
    snac.#run(['init', snac.folder], `127.0.0.1\n${snac.#port}\n127.0.0.1:${snac.#port}\n\n\n`);
    const file = join(snac.folder, 'server.json');
    const settings = {
      ...readJson(file),
      protocol: 'http',
      // What could not be sent is tried again every few seconds, for as long as a test may take.
      queue_retry_minutes: 0,
      queue_retry_max: 10_000,
      dbglevel: 1,
    };
    writeFileSync(file, JSON.stringify(settings));
    await snac.start();
    return snac;
  }

  /** Also again, on the same data and port. */
  async start(): Promise<void> {
    const child = spawn(this.#program, ['httpd', this.folder], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    const deadline = Date.now() + startsWithin;
    while (!(await this.#answers())) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`snac did not start:\n${this.#output.slice(-2000)}`);
      await sleep(25);
    }
  }

  async kill9(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }

  async dispose(): Promise<void> {
    await this.kill9();
    await rm(join(this.folder, '..'), { recursive: true, force: true });
  }

  output(): string {
    return this.#output;
  }

  async addUser(name: string): Promise<SnacUser> {
    const password = /User password is (\S+)/.exec(this.#run(['adduser', this.folder, name]))?.[1] ?? '';
    const answer = await fetch(`${this.url}/oauth/x-snac-get-token`, {
      method: 'POST',
      ...form({ login: name, passwd: password }),
    });
    return new SnacUser(this, name, password, (await answer.text()).trim());
  }

  /** The stored object; undefined if the server does not have it (any more). */
  object(id: string): Json | undefined {
    const file = `${this.#objectPath(id)}.json`;
    return existsSync(file) ? readJson(file) : undefined;
  }

  /** How many actors it knows that like or boost the object. */
  likes = (id: string): number => this.#count(`${this.#objectPath(id)}_l.idx`);
  boosts = (id: string): number => this.#count(`${this.#objectPath(id)}_a.idx`);

  /** Messages that wait to be sent or to be worked on; not those in memory, and not what it sends to itself. */
  queued(): number {
    const users = readdirSync(join(this.folder, 'user')).map((name) => `user/${name}/queue`);
    return ['queue', ...users]
      .flatMap((name) => readdirSync(join(this.folder, name)).map((file) => join(this.folder, name, file)))
      .filter((file) => !this.#isOwnInput(file)).length;
  }

  #isOwnInput(file: string): boolean {
    try {
      const { type, message } = readJson(file) as { type: string; message: Json };
      return type === 'input' && String(message.actor).startsWith(this.url);
    } catch {
      // It was worked on meanwhile, or is being written.
      return false;
    }
  }

  #objectPath(id: string): string {
    const hash = md5(id);
    return join(this.folder, 'object', hash.slice(0, 2), hash);
  }

  /** A removed entry of an index starts with a minus sign. */
  #count(file: string): number {
    if (!existsSync(file)) return 0;
    return new Set(
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /^[0-9a-f]{32}$/.test(line)),
    ).size;
  }

  async #answers(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/nodeinfo_2_0`, { signal: AbortSignal.timeout(2000) });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }

  #run(args: string[], input = ''): string {
    const { status, stdout, stderr } = spawnSync(this.#program, args, { input, encoding: 'utf8' });
    if (status !== 0) throw new Error(`snac ${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  }
}

export class SnacUser {
  readonly server: Snac;
  readonly name: string;
  readonly actor: string;
  readonly #password: string;
  readonly #token: string;

  constructor(server: Snac, name: string, password: string, token: string) {
    this.server = server;
    this.name = name;
    this.actor = `${server.url}/${name}`;
    this.#password = password;
    this.#token = token;
  }

  /** Publishes a note, or a reply to an object that the server has; returns its id. */
  async note(
    status: string,
    inReplyTo?: string,
    visibility: 'public' | 'private' = 'public',
  ): Promise<string> {
    const { uri } = await this.#api('POST', '/api/v1/statuses', {
      status,
      visibility,
      ...(inReplyTo !== undefined && { in_reply_to_id: apiId(inReplyTo) }),
    });
    return String(uri);
  }

  async edit(id: string, status: string): Promise<void> {
    await this.#api('PUT', `/api/v1/statuses/${apiId(id)}`, { status });
  }

  delete = (id: string): Promise<void> => this.#act('Delete', { id });
  like = (id: string): Promise<void> => this.#act('Like', { id });
  unlike = (id: string): Promise<void> => this.#act('Unlike', { id });
  boost = (id: string): Promise<void> => this.#act('Boost', { id });
  unboost = (id: string): Promise<void> => this.#act('Unboost', { id });
  /** By actor URL, or by `name@host`, which is looked up with WebFinger. */
  follow = (actor: string): Promise<void> => this.#act('Follow', { actor });
  unfollow = (actor: string): Promise<void> => this.#act('Unfollow', { actor });
  /** What snac calls a block in its API. */
  mute = (actor: string): Promise<void> => this.#act('MUTE', { actor });
  unmute = (actor: string): Promise<void> => this.#act('Unmute', { actor });

  /** 'no', 'asked', or 'accepted' by the other server. */
  following(actor: string): 'no' | 'asked' | 'accepted' {
    const file = join(this.#folder, 'following', `${md5(actor)}.json`);
    if (!existsSync(file)) return 'no';
    return readJson(file).type === 'Accept' ? 'accepted' : 'asked';
  }

  /** How often the object is in the home timeline. The Mastodon API leaves out articles, because it takes them for votes. */
  inTimeline(id: string): number {
    const lines = readFileSync(join(this.#folder, 'private.idx'), 'utf8').split('\n');
    return lines.filter((line) => line === md5(id)).length;
  }

  /**
   * Makes the actor a follower without its request: snac sends a Delete to followers only, and a blog follows no one. The actor's
   * document has to be stored already.
   */
  addFollower(actor: string): void {
    const hash = md5(actor);
    linkSync(
      join(this.server.folder, 'object', hash.slice(0, 2), `${hash}.json`),
      join(this.#folder, 'followers', `${hash}.json`),
    );
    appendFileSync(join(this.#folder, 'followers.idx'), `${hash}\n`);
  }

  get #folder(): string {
    return join(this.server.folder, 'user', this.name);
  }

  /** The buttons of snac's own pages. */
  async #act(action: string, values: Record<string, string>): Promise<void> {
    const answer = await fetch(`${this.actor}/admin/action`, {
      method: 'POST',
      redirect: 'manual',
      ...form({ action, ...values }, { authorization: `Basic ${btoa(`${this.name}:${this.#password}`)}` }),
    });
    await answer.arrayBuffer();
    if (answer.status !== 303) throw new Error(`snac, ${action}: ${answer.status}`);
  }

  async #api(method: string, path: string, body?: Json): Promise<Json> {
    const answer = await fetch(this.server.url + path, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`snac, ${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return JSON.parse(text) as Json;
  }
}

/** snac knows the type without a charset only. */
const form = (values: Record<string, string>, headers: Record<string, string> = {}) => ({
  headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(values).toString(),
});
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const apiId = (id: string): string => `0000000000${md5(id)}`;
const readJson = (file: string): Json => JSON.parse(readFileSync(file, 'utf8')) as Json;
