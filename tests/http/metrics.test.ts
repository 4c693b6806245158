import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { parseMetrics } from '../support/metrics-text.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const token = 'only-for-monitoring';

onEachDatabase('metrics', (kind) => {
  let server: RunningServer;
  let database: TemporaryDatabase;
  beforeAll(async () => {
    database = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = database.config;
    server = await startServer({
      env: {
        DATA_DIR: dataDir,
        METRICS_TOKEN: token,
        TRUST_PROXY: '1',
        LOG_LEVEL: 'error',
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      },
    });
  });
  afterAll(async () => {
    await server.dispose();
    await database.dispose();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers, redirect: 'manual' });
  const withToken = { authorization: `Bearer ${token}` };
  const metrics = () => get('/metrics', withToken);
  const read = async () => parseMetrics(await (await metrics()).text());

  test('are well-formed and cover requests, the page cache, renders, queues and the process', async () => {
    const answer = await metrics();
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const before = parseMetrics(await answer.text());
    const page = await get('/');
    await page.text();
    const again = await get('/', { 'if-none-match': page.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    await (await get('/webapi/api/posts/999')).text();
    await (await get('/post/none-of-these')).text();

    const after = await read();
    const grown = (name: string, labels: Record<string, string> = {}) =>
      (after.value(name, labels) ?? 0) - (before.value(name, labels) ?? 0);
    const requests = (route: string, status: string) =>
      grown('blog_http_requests_total', { route, method: 'GET', status });
    expect(requests('/', '200')).toBe(1);
    expect(requests('/', '304')).toBe(1);
    expect(requests('/webapi/api/posts/{id}', '404')).toBe(1);
    expect(requests('/post/{title}', '404')).toBe(1);
    expect(requests('/metrics', '200')).toBe(1);
    expect(grown('blog_http_request_seconds_count', { route: '/', method: 'GET' })).toBe(2);
    expect(grown('blog_page_cache_hits_total')).toBe(1);
    // Whether the site has redirects is cached like a page.
    expect(grown('blog_page_cache_misses_total')).toBe(3);
    expect(grown('blog_renders_total')).toBeGreaterThanOrEqual(2);
    expect(after.value('blog_page_cache_bytes')).toBeGreaterThan(1000);
    expect(after.value('blog_queue_waiting', { queue: 'passwords' })).toBe(0);
    expect(after.value('blog_queue_waiting', { queue: 'pictures' })).toBe(0);
    expect(after.value('blog_http_requests_under_way')).toBe(1);
    expect(after.value('blog_event_loop_delay_seconds', { quantile: '0.99' })).toBeGreaterThanOrEqual(0);
    expect(after.value('process_cpu_seconds_total')).toBeGreaterThan(0.1);
    expect(after.value('process_resident_memory_bytes')).toBeGreaterThan(30_000_000);
    expect(Math.abs((after.value('process_start_time_seconds') ?? 0) * 1000 - Date.now())).toBeLessThan(
      600_000,
    );
    expect(after.families.get('blog_info')?.samples.size).toBe(1);
    expect(after.families.has('blog_database_connections')).toBe(kind === 'postgres');
  });

  test('need the token if one is configured, even from loopback', async () => {
    const refused = [
      {},
      { authorization: '' },
      { authorization: 'Basic eDp5' },
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-for': '10.0.0.1, 127.0.0.1' },
      { 'x-forwarded-for': 'localhost' },
      { forwarded: 'for="[::1]"' },
      { 'x-forwarded-for': '10.0.0.1', authorization: `Bearer ${token}x` },
    ];
    for (const headers of refused) {
      const answer = await get('/metrics', headers);
      expect([answer.status, await answer.text()]).toEqual([404, 'There is no such page.\n']);
    }
    expect((await get('/metrics', { 'x-forwarded-for': '10.0.0.1', ...withToken })).status).toBe(200);
    expect((await metrics()).status).toBe(200);
  });

  test('have no labels that visitors can make up', async () => {
    for (let number = 0; number < 30; number++) {
      await (await get(`/invented-${number}/here`)).text();
      await (await get(`/webapi/invented-${number}`)).text();
      await (await get(`/post/invented-${number}?x=invented`)).text();
    }
    const text = await (await metrics()).text();
    expect(text).not.toContain('invented');
    expect(
      parseMetrics(text).value('blog_http_requests_total', {
        route: 'other',
        method: 'GET',
        status: '302',
      }),
    ).toBe(30);
  });
});

test('metrics without a token are served only to loopback', async () => {
  const server = await startServer({ env: { LOG_LEVEL: 'error' } });
  try {
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${server.url}/metrics`, { headers })).status;
    expect(await status({})).toBe(200);
    for (const headers of [
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-for': '10.0.0.1, 127.0.0.1' },
      { 'x-forwarded-for': 'localhost' },
      { forwarded: 'for="[::1]"' },
      { via: '1.1 proxy' },
    ] as Record<string, string>[])
      expect(await status(headers), JSON.stringify(headers)).toBe(404);
  } finally {
    await server.dispose();
  }
});

test('metrics of several processes are combined, whichever process answers', {
  timeout: 60_000,
}, async () => {
  const server = await startServer({ env: { WEB_PROCESSES: '2', LOG_LEVEL: 'error' } });
  try {
    for (let asked = 0; asked < 4; asked++) {
      const answer = await fetch(`${server.url}/metrics`, { headers: { connection: 'close' } });
      const { families } = parseMetrics(await answer.text());
      expect(families.get('process_cpu_seconds_total')?.samples.size).toBe(2);
      expect(families.get('blog_info')?.samples.size).toBe(2);
    }
  } finally {
    await server.dispose();
  }
});
