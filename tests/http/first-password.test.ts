import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { claimSite, newClaimToken } from '../../src/core/accounts/sign-in/claim.ts';
import { firstAdministrator } from '../../src/core/accounts/sign-in/first-administrator.ts';
import { signIn } from '../../src/core/accounts/sign-in/sign-in.ts';
import { changePassword, resetPassword } from '../../src/core/accounts/sign-in/users.ts';
import type { Blog } from '../../src/platform/blog.ts';
import { visitor } from '../../src/platform/http/viewer.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { startServer } from '../support/server.ts';

const day = 24 * 60 * 60 * 1000;
const strong = 'a sentence of my own making';

onEachDatabase('the first password', (kind) => {
  let database: TemporaryDatabase;
  let blog: Blog;
  beforeEach(async () => {
    database = await migratedDatabase(kind);
    ({ blog } = await openBlog({ ...readConfig({}), ...database.config }, createLog('silent')));
  });
  afterEach(async () => {
    await blog.db.destroy();
    await database.dispose();
  });

  let attempts = 0;
  const enter = (password: string, username = 'admin') =>
    signIn(blog, {
      username,
      password,
      address: `10.9.0.${++attempts}`,
      userAgent: '',
      browser: null,
    });
  const inDays = (days: number) => {
    blog.now = () => new Date(Date.now() + days * day);
  };
  const first = (given: string) => firstAdministrator(blog, 'admin', given);

  describe('if an earlier version printed it', () => {
    const printed = 'pRinted-by-0.1.0-xYz';
    beforeEach(async () => {
      await first(printed);
      const unused_until = new Date(Date.now() + 7 * day).toISOString();
      await blog.db.updateTable('users').set({ unused_until }).execute();
    });

    test('expires if it is not used within a week, and the next start prints a claim link', async () => {
      inDays(6);
      expect(await newClaimToken(blog, 'admin')).toBeNull();
      expect(await first(strong)).toBeUndefined();
      inDays(8);
      await expect(enter(printed)).rejects.toThrow(/npm run admin -- reset-password/);
      expect(await enter('a wrong password')).toBeNull();
      const token = (await newClaimToken(blog, 'admin')) ?? '';
      const from = { address: '192.0.2.1', browser: null, userAgent: '' };
      await claimSite(blog, token, { username: 'Owner', password: strong }, from);
      expect(await blog.db.selectFrom('users').select(['username', 'unused_until']).execute()).toEqual([
        { username: 'Owner', unused_until: null },
      ]);
      expect(await enter(printed)).toBeNull();
      expect(await enter(strong, 'owner')).toHaveProperty('token');
    });

    test('does not expire once it was used', async () => {
      expect(await enter(printed)).toHaveProperty('token');
      inDays(40);
      expect(await newClaimToken(blog, 'admin')).toBeNull();
      expect(await enter(printed)).toHaveProperty('token');
    });

    test('can be reset after it expired', async () => {
      inDays(8);
      expect(await resetPassword(blog, 'admin', strong)).toBe(true);
      expect(await newClaimToken(blog, 'admin')).toBeNull();
      expect(await enter(strong)).toHaveProperty('token');
    });

    test('is replaced by ADMIN_PASSWORD after it expired', async () => {
      inDays(8);
      expect(await first(strong)).toEqual({ username: 'admin', weakness: undefined });
      expect(await enter(strong)).toHaveProperty('token');
    });
  });

  describe('if easy to guess', () => {
    test('works on a local site but not on a public one', async () => {
      await first('admin');
      expect(await enter('admin')).toHaveProperty('token');
      blog.isPublic = true;
      await expect(enter('admin')).rejects.toThrow(/too easy to guess.*npm run admin -- reset-password/);
      expect(await enter('wrong')).toBeNull();
      await resetPassword(blog, 'admin', strong);
      expect(await enter(strong)).toHaveProperty('token');
    });

    test('is detected at the next sign-in if it was set by an older version', async () => {
      await first('admin');
      await blog.db.updateTable('users').set({ weak_password: null }).execute();
      blog.isPublic = true;
      await expect(enter('admin')).rejects.toThrow(/too easy to guess/);
      const { id } = await blog.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
      await changePassword(blog, visitor, id, { password: strong, userAgent: '' });
      expect(await enter(strong)).toHaveProperty('token');
    });
  });
});

test('a site that becomes public warns that its password no longer works', {
  timeout: 90_000,
}, async () => {
  const local = await startServer({ env: { ADMIN_PASSWORD: 'admin' } });
  try {
    expect((await new Client(local.url).login('admin', 'admin')).status).toBe(200);
    await local.stop();
    const env = { DATA_DIR: local.dataDir, ADMIN_PASSWORD: 'admin', SITE_URL: 'https://blog.example.org' };
    const open = await startServer({ env });
    try {
      expect(open.output()).toMatch(/"level":"warn".*password of \\"admin\\".*reset-password/);
      const refused = await new Client(open.url).login('admin', 'admin');
      expect(refused.status).toBe(403);
      expect(JSON.stringify(refused.body)).toMatch(/too easy to guess/);
    } finally {
      await open.dispose();
    }
  } finally {
    await local.dispose();
  }
});
