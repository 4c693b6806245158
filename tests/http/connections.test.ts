import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublicSite } from '../../src/core/site/api/site.ts';
import type { ConnectionState, ConnectionTest } from '../../src/features/credentials/api.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('connections', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(() => site.dispose());
  const path = '/webapi/api/admin/connections/mail';
  const values = {
    smtp_host: '127.0.0.1:1',
    smtp_security: 'none',
    smtp_user: 'me',
    smtp_password: 'hunter-2',
  };
  const isOn = async () => ({
    call: (await site.admin.get('/webapi/api/admin/mail')).status,
    site: 'mail' in (await site.visitor().get<PublicSite>('/webapi/api/site')).body,
    described: (await site.visitor().get('/webapi/openapi.json')).text.includes('/admin/mail'),
    subscribe: (await site.visitor().get('/subscribe')).status,
  });

  test('a mail server that is entered turns mail on without a restart, and its removal off', async () => {
    const off = { call: 404, site: false, described: false, subscribe: 404 };
    expect(await isOn()).toEqual(off);
    const tried = await site.admin.post<ConnectionTest>(`${path}/test`, { values });
    expect(tried.body.is_ok).toBe(false);
    expect(await isOn()).toEqual(off);

    const stored = await site.admin.put<ConnectionState[]>(path, { values });
    expect(stored.status).toBe(200);
    expect(await isOn()).toEqual({ call: 200, site: true, described: true, subscribe: 200 });
    await site.restart();
    expect(await isOn()).toEqual({ call: 200, site: true, described: true, subscribe: 200 });

    const read = await site.admin.get('/webapi/api/admin/connections');
    const activity = await site.admin.get('/webapi/api/admin/activity');
    expect(activity.text).toContain('Changed the credentials of \\"Mail server\\"');
    for (const text of [tried.text, stored.text, read.text, activity.text, site.errors.join()])
      expect(text).not.toContain('hunter-2');

    expect((await site.admin.delete(path)).status).toBe(200);
    expect(await isOn()).toEqual(off);
  });
});
