import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { onEachDatabase, temporaryDatabase } from '../support/databases.ts';
import { Installation, npm } from './installation.ts';
import { assetsIn, checkPost, makeRelease, nextVersion, publishPost } from './steps.ts';

const minutes = 60_000;
let folder: string;
let release: string;
let next: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'not-terrible-upgrade-'));
  await chmod(folder, 0o755);
  release = makeRelease(path.join(folder, 'release'));
  next = nextVersion(release, path.join(folder, 'next'));
}, 10 * minutes);
afterAll(() => rm(folder, { recursive: true, force: true }));

const install = (place: string, file: string): void =>
  void npm(place, 'install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', file);

const pageOf = async (url: string) => (await fetch(new URL('/post/from-the-package', url))).text();

/** The command that a message names, without the name of the program. */
const commandIn = (message: string, name: string): string[] =>
  new RegExp(`"not-terrible (${name} [^"]+)"`).exec(message)?.[1]?.split(' ') ?? expect.fail(message);

onEachDatabase('a site of the npm package', (kind) => {
  test(
    'is upgraded, also after a kill in the middle of the migration, and goes back to the backup',
    async () => {
      const database = await temporaryDatabase(kind);
      onTestFinished(database.dispose);
      const place = path.join(folder, `installed-${kind}`);
      const program = path.join(place, 'node_modules/.bin/not-terrible');
      install(place, release);
      const site = new Installation(program, path.join(folder, `site-${kind}`));
      const data = path.join(site.folder, 'data');
      const backups = () => readdirSync(path.join(data, 'backups')).filter((name) => /^\d/.test(name));
      const settings = (databaseUrl: string | null) =>
        writeFileSync(
          path.join(site.folder, '.env'),
          [
            'PORT=0',
            'ADMIN_PASSWORD=correct horse battery',
            ...(databaseUrl ? [`DATABASE_URL=${databaseUrl}`] : []),
          ].join('\n'),
        );
      settings(database.config.databaseUrl);

      let server = await site.start();
      await publishPost(server.url);
      await checkPost(server.url);
      const openPage = await pageOf(server.url);
      expect(assetsIn(openPage).length).toBeGreaterThan(1);
      await vi.waitUntil(() => existsSync(path.join(data, 'assets/current')), 60_000);

      // Installed while the site runs: what is in memory is served, and the site stops as usual.
      install(place, next);
      expect(await pageOf(server.url)).toContain('From the package');
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      expect(await server.stop()).toBe(0);

      await site.killWhen('Waiting in the migration.', { WAIT_IN_MIGRATION: 'yes' });
      expect(backups()).toHaveLength(1);

      server = await site.start();
      expect(backups()).toHaveLength(2);
      await checkPost(server.url);
      expect(await pageOf(server.url)).toContain('From the package (next version)');
      // A page that was opened before the upgrade finds its scripts.
      expect(assetsIn(await pageOf(server.url))).not.toEqual(assetsIn(openPage));
      for (const asset of assetsIn(openPage))
        expect((await fetch(new URL(asset, server.url))).status, asset).toBe(200);
      expect(await site.run('--version')).toEqual({
        code: 0,
        output: expect.stringMatching(/^not-terrible \d+\.\d+\.0\n$/),
      });
      expect(await server.stop()).toBe(0);

      install(place, release);
      const refused = await site.run('start');
      expect(refused).toEqual({ code: 1, output: expect.stringContaining('a newer version') });
      expect(await site.run(...commandIn(refused.output, 'restore'))).toMatchObject({ code: 0 });
      if (kind === 'postgres') {
        const empty = await temporaryDatabase(kind);
        onTestFinished(empty.dispose);
        const move = commandIn(refused.output, 'move').slice(0, -1);
        expect(await site.run(...move, String(empty.config.databaseUrl))).toMatchObject({ code: 0 });
        settings(empty.config.databaseUrl);
      }
      server = await site.start();
      await checkPost(server.url);
      expect(await pageOf(server.url)).not.toContain('(next version)');
      expect(await server.stop()).toBe(0);

      npm(place, 'uninstall', 'not-terrible');
      expect(readdirSync(path.join(place, 'node_modules'))).not.toContain('not-terrible');
      expect(readdirSync(data)).toContain('images');
    },
    15 * minutes,
  );
});
