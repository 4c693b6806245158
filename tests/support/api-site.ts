import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { modules } from '../../src/modules.ts';
import type { Blog } from '../../src/platform/blog.ts';
import { ownerName } from '../../src/platform/files/files.ts';
import type { Route } from '../../src/platform/http/api/route.ts';
import type { Log } from '../../src/platform/log/log.ts';
import { routesOf } from '../../src/platform/module.ts';
import type { start } from '../../src/server/start.ts';
import { type Answer, Client, type RequestOptions } from './client.ts';
import { type DatabaseKind, migratedDatabase } from './databases.ts';
import { startWithJobsHere } from './jobs-here.ts';
import { adminPassword } from './server.ts';

const table = routesOf(modules);

type Start = typeof start;

export type ApiSite = {
  url: string;
  blog: Blog;
  /** Signed in. */
  admin: ApiClient;
  visitor(address?: string): ApiClient;
  signIn(client?: ApiClient, username?: string, password?: string): Promise<Answer<{ status: string }>>;
  /** Errors that the server logged. */
  errors: string[];
  /** Names of the image files on disk, without those of deleted images. */
  files(): Promise<string[]>;
  createPost(values?: Record<string, unknown>): Promise<Post>;
  /** Waits until no job runs or is due, so that none changes rows behind the test. */
  jobsEnded(): Promise<void>;
  /** Stops the server and starts it again on the same data. */
  restart(): Promise<void>;
  dispose(): Promise<void>;
};

let addresses = 0;
/** An unused IP address, so that rate limits and votes of one test do not affect another. */
export const newAddress = (): string => {
  addresses++;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

/**
 * The built server with its page cache and its jobs, in this process. It trusts the tests as a proxy, so that each visitor can
 * have an IP address of its own. A test that mocks modules of the server passes `start` from src.
 */
export async function apiSite(
  kind: DatabaseKind,
  env: Record<string, string> = {},
  startSite: Start = startWithJobsHere,
  givenLog?: Log,
): Promise<ApiSite> {
  const database = await migratedDatabase(kind);
  const errors: string[] = [];
  const quiet = () => {};
  const log: Log = givenLog ?? {
    request: quiet,
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: (message, details) => errors.push(`${message} ${JSON.stringify(details)}`),
  };
  const open = (port = '0') => {
    const config = readConfig({ PORT: port, TRUST_PROXY: '1', ADMIN_PASSWORD: adminPassword, ...env });
    return startSite({ ...config, ...database.config }, log);
  };
  let running = await open();
  const url = () => running.url.replace('localhost', '127.0.0.1');
  const visitor = (address = newAddress()) => new ApiClient(url(), address);
  const signIn = async (client = visitor(), username = 'admin', password = adminPassword) => {
    await client.get('/webapi/api/admin/auth');
    return client.post<{ status: string }>('/webapi/api/admin/auth', { username, password });
  };
  const admin = visitor();
  expect((await signIn(admin)).body).toEqual({ status: 'success' });
  for (const { id } of (await admin.get<Post[]>('/webapi/api/admin/posts')).body)
    await admin.delete(`/webapi/api/posts/${id}`);

  return {
    get url() {
      return url();
    },
    get blog() {
      return running.blog;
    },
    admin,
    visitor,
    signIn,
    errors,
    files: async () => {
      const folder = join(database.config.dataDir, 'images');
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && entry.name !== ownerName)
        .filter((entry) => !entry.parentPath.startsWith(join(folder, 'bin')))
        .map((entry) => entry.name)
        .sort();
    },
    createPost: async (values = {}) => {
      const { status, body } = await admin.post<Post>('/webapi/api/posts', {
        post_title: 'A post',
        post_content: '<p>Text</p>',
        active: true,
        ...values,
      });
      expect(status).toBe(201);
      return body;
    },
    jobsEnded: () =>
      expect
        .poll(
          () =>
            running.blog.db
              .selectFrom('jobs')
              .select('kind')
              .where('date_finished', 'is', null)
              .where((eb) => eb('owner', 'is not', null).or('next_run', '<=', new Date().toISOString()))
              .execute(),
          { timeout: 60_000, interval: 20 },
        )
        .toEqual([]),
    restart: async () => {
      const { port } = new URL(url());
      running.server.closeAllConnections();
      await running.stop();
      running = await open(port);
    },
    dispose: async () => {
      running.server.closeAllConnections();
      await running.stop();
      await database.dispose();
    },
  };
}

/** Checks every response against the schema of its route, or against the error format. */
export class ApiClient extends Client {
  readonly address: string;

  constructor(baseUrl: string, address: string) {
    super(baseUrl);
    this.address = address;
  }

  override async request<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    options: RequestOptions = {},
  ): Promise<Answer<Body>> {
    const headers = { 'X-Forwarded-For': this.address, ...options.headers };
    const answer = await super.request<Body>(method, path, body, { ...options, headers });
    if (path.startsWith('/webapi/') && method !== 'HEAD') checkForm(method, path, answer);
    return answer;
  }
}

export function routeOf(method: string, path: string): Route | undefined {
  const [bare = ''] = path.replace(/^\/webapi/, '').split('?', 1);
  const trimmed = bare.replace(/\/$/, '');
  return table.find(
    (route) =>
      route.method === method && new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(trimmed),
  );
}

function checkForm(method: string, path: string, { status, headers, body, text }: Answer): void {
  const route = routeOf(method, path);
  const place = `${method} ${path}: ${status} ${text.slice(0, 300)}`;
  if (!route && status < 400) return;
  // Non-canonical paths are redirected before they reach the API.
  if (status === 301) return;
  // Only these responses are cached.
  const isCached = ['/getposts', '/api/counts'].includes(route?.path ?? '') && status === 200;
  expect(headers.get('cache-control'), place).toBe(isCached ? 'public, no-cache' : 'private, no-store');
  if (route?.download !== undefined && status < 400) {
    expect(headers.get('content-type'), place).toBe(route.download);
    return;
  }
  expect(headers.get('content-type'), place).toMatch(/^application\/json\b/);
  if (status < 400 || (body as { error?: unknown }).error === undefined) {
    expect(route, place).toBeDefined();
    expect([route?.status, ...(route?.otherStatus ? [route.otherStatus] : [])], place).toContain(status);
    // Parsing drops fields that the schema does not name, so an extra field shows up as a difference.
    expect(route?.response.parse(body), place).toEqual(body);
  } else {
    expect(body, place).toEqual({
      ...(status === 401 ? { status: 'no auth' } : {}),
      error: {
        code: expect.any(String),
        message: expect.stringMatching(/^\S.*[.)]$/s),
        id: expect.any(String),
      },
    });
  }
}
