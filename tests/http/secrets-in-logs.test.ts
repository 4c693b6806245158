import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../../src/modules.ts';
import { scopes } from '../../src/platform/http/scopes.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { routesOf } from '../../src/platform/module.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { callAs, newToken, switchOn } from '../support/apps.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('the log of the finest level', (kind) => {
  let site: ApiSite;
  const lines: string[] = [];
  beforeAll(async () => {
    const out = { isTTY: false, write: (text: string) => lines.push(text) };
    site = await apiSite(kind, {}, undefined, createLog('debug', out as unknown as NodeJS.WriteStream));
    await switchOn(site);
  });
  afterAll(() => site.dispose());

  test('has neither tokens nor codes nor secrets of webhooks, whatever fails', async () => {
    const token = await newToken(site, ...scopes);
    const verifier = 'v'.repeat(50);
    const client = { client_id: 'http://localhost:9/', redirect_uri: 'http://localhost:9/back' };
    const newCode = async () => {
      const request = {
        ...client,
        response_type: 'code',
        state: 'a-state',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        scope: 'create',
      };
      const path = '/webapi/api/admin/authorizations';
      const answer = await site.admin.post<{ redirect: string }>(path, {
        request,
        scopes: ['draft'],
        days: 30,
      });
      return new URL(answer.body.redirect).searchParams.get('code') ?? '';
    };
    const code = await newCode();
    const exchange = (changes: Record<string, string>) =>
      callAs<{ access_token: string }>(
        site,
        '',
        'POST',
        '/oauth/token',
        new URLSearchParams({
          grant_type: 'authorization_code',
          ...client,
          code_verifier: verifier,
          ...changes,
        }),
      );
    await exchange({ code, client_id: 'http://localhost:8/' });
    const { body: granted } = await exchange({ code });
    const unused = await newCode();
    const hook = (
      await site.admin.post<{ id: number; secret: string }>('/webapi/api/admin/webhooks', {
        url: 'http://127.0.0.1:9/hook',
      })
    ).body;
    const secrets = [token, code, unused, verifier, granted.access_token, hook.secret];
    expect(new Set(secrets.map((secret) => typeof secret === 'string' && secret.length >= 30))).toEqual(
      new Set([true]),
    );

    const tryAll = async () => {
      for (const { method, path } of routesOf(modules)) {
        const at = `/webapi${path.replace(/:\w+/g, '999999')}?access_token=${token}`;
        const body =
          method === 'GET' || method === 'DELETE' ? undefined : { access_token: token, secret: hook.secret };
        await callAs(site, token, method, at, body);
      }
      for (const path of [
        '/micropub',
        '/micropub/media',
        '/mcp',
        '/oauth/token',
        '/oauth/revoke',
        '/oauth/register',
      ])
        for (const body of [
          { code: unused },
          new URLSearchParams({ code: unused, access_token: granted.access_token }),
        ])
          await callAs(site, token, 'POST', path, body);
      for (const path of [
        `/oauth/authorize?code=${unused}`,
        `/${token}`,
        `/micropub?access_token=${token}`,
        `/post/x?t=${token}`,
      ])
        await callAs(site, token, 'GET', path);
      await callAs(site, `${token}x`, 'GET', '/webapi/api/admin/posts');
    };
    await tryAll();
    await site.admin.post(`/webapi/api/admin/webhooks/${hook.id}/test`);
    // With a database that fails, unexpected errors are logged.
    const tables = ['access_tokens', 'access_codes', 'webhooks', 'posts'];
    for (const table of tables)
      await sql`alter table ${sql.ref(table)} rename to ${sql.ref(`${table}_x`)}`.execute(site.blog.db);
    const before = lines.length;
    await tryAll();
    await exchange({ code: unused });
    for (const table of tables)
      await sql`alter table ${sql.ref(`${table}_x`)} rename to ${sql.ref(table)}`.execute(site.blog.db);
    await site.createPost();
    await site.jobsEnded();

    expect(lines.slice(before).join('')).toContain('"level":"error"');
    await expect.poll(() => lines.join('')).toContain('/webapi/api/admin/webhooks');
    for (const secret of secrets) expect(lines.join('')).not.toContain(secret);
  });
});
