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
