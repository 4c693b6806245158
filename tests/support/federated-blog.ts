import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts';
import { freePort } from '../bench/free-port.ts';
import { childrenOf } from '../bench/process-cost.ts';
import { Client } from './client.ts';
import { type DatabaseKind, type TemporaryDatabase, temporaryDatabase } from './databases.ts';
import { type RunningServer, startServer } from './server.ts';

/**
 * The built server in its own process with the fediverse switched on, known to others on loopback as `url`. It can be killed and
 * started again on the same data and port.
 */
export class FederatedBlog {
  readonly url: string;
  readonly actor: string;
  readonly admin: Client;
  readonly config: TemporaryDatabase['config'];
  readonly #env: Record<string, string>;
  readonly #temporary: TemporaryDatabase;
  #server: RunningServer | undefined;
  #output = '';
  #database: OpenDatabase | undefined;

  private constructor(temporary: TemporaryDatabase, port: number, env: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`;
    this.actor = `${this.url}/fediverse/actor`;
    this.admin = new Client(this.url);
    this.config = temporary.config;
    this.#temporary = temporary;
    this.#env = {
      PORT: String(port),
      SITE_URL: this.url,
      DATA_DIR: temporary.config.dataDir,
      ...(temporary.config.databaseUrl !== null && { DATABASE_URL: temporary.config.databaseUrl }),
      OUTGOING_ALLOW: '127.0.0.0/8',
      ...env,
    };
  }

  static async create(
    kind: DatabaseKind,
    { settings = {}, env = {} }: { settings?: Record<string, unknown>; env?: Record<string, string> } = {},
  ): Promise<FederatedBlog> {
    const blog = new FederatedBlog(await temporaryDatabase(kind), await freePort(), env);
    await blog.start();
    await blog.admin.login();
    const { status, text } = await blog.admin.put('/webapi/api/admin/site', {
      fediverse: 'article',
      fediverse_name: 'blog',
      ...settings,
    });
    if (status !== 200) throw new Error(`The fediverse could not be switched on: ${status} ${text}`);
    return blog;
  }

  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  /** A connection of the test's own. */
  get db(): OpenDatabase['db'] {
    this.#database ??= openDatabase(this.config);
    return this.#database.db;
  }

  async start(): Promise<void> {
    this.#server = await startServer({ env: this.#env });
  }

  /** The child process that talks to other servers, too; by itself it would end what it is doing first. */
  async kill9(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    const children = childrenOf(server.pid);
    const ended = server.kill9();
    for (const pid of children) process.kill(pid, 'SIGKILL');
    await ended;
    await this.#end();
  }

  /**
   * Kills it, and starts it again after `act` and an attempt to send something to its inbox. Meanwhile requests are answered as by
   * a reverse proxy in front of it: snac tries again after a 503, but not after a refused connection.
   */
  async whileDown(act: () => Promise<unknown>): Promise<void> {
    await this.kill9();
    let attempts = 0;
    const proxy = createServer((request, response) => {
      if (request.method === 'POST') attempts++;
      response.writeHead(503, { connection: 'close' }).end();
    });
    proxy.listen(Number(new URL(this.url).port), '127.0.0.1');
    await once(proxy, 'listening');
    try {
      await act();
      while (attempts === 0) await sleep(50);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    }
    await this.start();
  }

  output(): string {
    return this.#output + (this.#server?.output() ?? '');
  }

  async #end(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.#output += server?.output() ?? '';
    // The data folder is the test's, so this removes only the working folder of the process.
    await server?.dispose();
  }

  async dispose(): Promise<void> {
    await this.#end();
    await this.#database?.db.destroy();
    await this.#temporary.dispose();
  }
}
