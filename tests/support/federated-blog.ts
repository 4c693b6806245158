import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { type OpenDatabase, openDatabase } from '../../src/platform/db/open.ts';
import { freePort } from '../bench/free-port.ts';
import { childrenOf } from '../bench/process-cost.ts';
import { Client } from './client.ts';
import { type DatabaseKind, migratedDatabase, type TemporaryDatabase } from './databases.ts';
import { type RunningServer, startServer } from './server.ts';

/**
 * The built server in its own process with the fediverse switched on, known to others on loopback as `url`. It can be killed and
 * started again on the same data. A proxy in front of it answers 503 meanwhile, as is usual: snac tries again after that, but not
 * after a refused connection.
 */
export class FederatedBlog {
  readonly url: string;
  readonly actor: string;
  readonly admin: Client;
  readonly config: TemporaryDatabase['config'];
  readonly #env: Record<string, string>;
  readonly #temporary: TemporaryDatabase;
  readonly #proxy: Server;
  readonly #connections = new Set<Socket>();
  #server: RunningServer | undefined;
  #output = '';
  #database: OpenDatabase | undefined;

  private constructor(temporary: TemporaryDatabase, port: number, env: Record<string, string>) {
    this.#proxy = createServer((client) => this.#forward(client)).listen(port, '127.0.0.1');
    this.url = `http://127.0.0.1:${port}`;
    this.actor = `${this.url}/fediverse/actor`;
    this.admin = new Client(this.url);
    this.config = temporary.config;
    this.#temporary = temporary;
    this.#env = {
      SITE_URL: this.url,
      DATA_DIR: temporary.config.dataDir,
      ...(temporary.config.databaseUrl !== null && { DATABASE_URL: temporary.config.databaseUrl }),
      OUTGOING_STRANGERS: '127.0.0.0/8',
      ...env,
    };
  }

  static async create(
    kind: DatabaseKind,
    {
      settings = {},
      env = {},
      database = migratedDatabase,
    }: {
      settings?: Record<string, unknown>;
      env?: Record<string, string>;
      database?: (kind: DatabaseKind) => Promise<TemporaryDatabase>;
    } = {},
  ): Promise<FederatedBlog> {
    const blog = new FederatedBlog(await database(kind), await freePort(), env);
    await once(blog.#proxy, 'listening');
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

  #forward(client: Socket): void {
    this.#connections.add(client);
    client.on('error', () => {}).on('close', () => this.#connections.delete(client));
    if (!this.#server) {
      client.once('data', () =>
        client.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'),
      );
      return;
    }
    const server = connect(Number(new URL(this.#server.url).port), '127.0.0.1');
    server.on('error', () => {}).on('close', () => client.destroy());
    client.on('close', () => server.destroy());
    client.pipe(server).pipe(client);
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
    for (const connection of this.#connections) connection.destroy();
    this.#proxy.close();
    await this.#database?.db.destroy();
    await this.#temporary.dispose();
  }
}
