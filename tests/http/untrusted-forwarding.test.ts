import { expect, test } from 'vitest';
import type { Overview } from '../../src/core/site/api/site.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase } from '../support/databases.ts';
import { startSite } from '../support/site.ts';

const warnings = (output: string) => output.split('\n').filter((line) => line.includes('TRUST_PROXY'));

onEachDatabase('forwarding headers from an untrusted peer', (kind) => {
  const withServer = async (
    env: Record<string, string>,
    work: (server: Awaited<ReturnType<typeof startSite>>) => Promise<void>,
  ) => {
    const database = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = database.config;
    const settings = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...env };
    const server = await startSite({ env: settings });
    try {
      await work(server);
    } finally {
      await server.dispose();
      await database.dispose();
    }
  };
  const ask = async (url: string, headers: Record<string, string>) => {
    const answer = await fetch(`${url}/webapi/api/site`, { headers: { connection: 'close', ...headers } });
    await answer.text();
  };
  const seen = async (url: string) => {
    const owner = new Client(url);
    await owner.login();
    return (await owner.get<Overview>('/webapi/api/admin/overview')).body.untrusted_forwarding;
  };

  test('cause one warning in the log and in the admin area', async () => {
    await withServer({ WEB_PROCESSES: '2' }, async ({ url, output }) => {
      await ask(url, { via: '1.1 proxy' });
      expect(await seen(url)).toBeNull();
      expect(warnings(output())).toEqual([]);
      const names = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip'];
      for (let number = 0; number < 24; number++)
        await ask(url, { [names[number % names.length] ?? '']: `203.0.113.${number}` });
      await expect.poll(() => warnings(output())).toHaveLength(1);
      expect(warnings(output())[0]).toContain('"level":"warn"');
      expect(warnings(output())[0]).not.toContain('203.0.113');
      expect(await seen(url)).toEqual({
        header: expect.stringMatching(/^[a-z-]+$/),
        date: expect.any(String),
      });
    });
  });

  test('cause no warning from a trusted proxy', async () => {
    await withServer({ TRUST_PROXY: '1' }, async ({ url, output }) => {
      await ask(url, { 'x-forwarded-for': '203.0.113.1' });
      expect(await seen(url)).toBeNull();
      expect(warnings(output())).toEqual([]);
    });
  });

  test('cause a warning if another proxy is trusted, until the next start', {
    timeout: 60_000,
  }, async () => {
    await withServer({ TRUST_PROXY: '10.0.0.1' }, async ({ url, output, dataDir, stop }) => {
      await ask(url, { 'x-real-ip': '203.0.113.1' });
      await expect.poll(() => warnings(output())).toHaveLength(1);
      expect(await seen(url)).toMatchObject({ header: 'x-real-ip' });
      if (kind === 'postgres') return;
      await stop();
      const again = await startSite({ env: { DATA_DIR: dataDir, TRUST_PROXY: '1' } });
      try {
        await ask(again.url, { 'x-real-ip': '203.0.113.1' });
        expect(await seen(again.url)).toBeNull();
      } finally {
        await again.dispose();
      }
    });
  });
});
