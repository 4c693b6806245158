import { expect, test } from 'vitest';
import { startDnsServer, type Zone } from '../../../../tests/support/dns-server.ts';
import { memoryBlog } from '../../../../tests/support/memory-blog.ts';
import { writeSetting } from '../../../platform/db/settings.ts';
import { txtLookup } from '../../../platform/smtp/dns-records.ts';
import { dkimOptions, dkimState, makeDkimKey } from './dkim.ts';
import { mailDomain } from './domain.ts';

async function mailBlog(from_address = 'blog@example.org') {
  const blog = { ...(await memoryBlog()), mail: { smtpUrl: 'smtp://mail.example.org', imapUrl: null } };
  await writeSetting(blog.db, 'mail', JSON.stringify({ from_address }));
  return blog;
}
type TestBlog = Awaited<ReturnType<typeof mailBlog>>;

const dkimName = 'blog20260301._domainkey.example.org';

async function check(blog: TestBlog, zone: Zone) {
  const { address, asked } = await startDnsServer(zone);
  const domain = await mailDomain(blog, txtLookup([address]));
  const states = Object.fromEntries(domain.records.map(({ purpose, state }) => [purpose, state]));
  return { domain, states, asked };
}

const parts = (value: string): string[] => value.match(/.{1,200}/g) ?? [];

test('records that are there', async () => {
  const blog = await mailBlog();
  await makeDkimKey(blog);
  const record = (await dkimState(blog)).key?.record ?? '';
  expect((await mailDomain(blog)).records.map(({ state }) => state)).toEqual([
    'unknown',
    'unknown',
    'unknown',
  ]);
  const { domain, states, asked } = await check(blog, {
    [dkimName]: [parts(record)],
    'example.org': [['something=else'], ['v=spf1 include:spf.example.com -all']],
    '_dmarc.example.org': [['v=DMARC1; p=reject']],
  });
  expect(states).toEqual({ DKIM: 'found', SPF: 'found', DMARC: 'found' });
  expect(asked.toSorted()).toEqual(['_dmarc.example.org', dkimName, 'example.org']);
  expect(domain).toMatchObject({ domain: 'example.org', kind: 'own', is_signed: true, has_key: true });
  expect(await dkimOptions(blog)).toMatchObject({ domainName: 'example.org', keySelector: 'blog20260301' });
  const [dkim] = domain.records;
  expect(dkim?.split_value).toMatch(/^"v=DKIM1; k=rsa; p=[^"]{1,255}" "[^"]{1,255}"$/);
  expect(dkim?.split_value?.replaceAll(/" "|"/g, '')).toBe(record);
});

test('records that are missing, and a key that must not sign', async () => {
  const blog = await mailBlog();
  await makeDkimKey(blog);
  const { domain, states } = await check(blog, { 'example.org': [['unrelated']] });
  expect(states).toEqual({ DKIM: 'missing', SPF: 'missing', DMARC: 'missing' });
  expect(domain.is_signed).toBe(false);
  expect(domain.records[2]).toMatchObject({ name: '_dmarc.example.org', value: 'v=DMARC1; p=none' });
});

test.each([
  ['another key', [['v=DKIM1; k=rsa; p=', 'AAAA']]],
  ['a revoked key', [['v=DKIM1; p=']]],
  ['two records', [['v=DKIM1; p=AAAA'], ['v=DKIM1; p=BBBB']]],
])('%s ends signing', async (_name, found) => {
  const blog = await mailBlog();
  await makeDkimKey(blog);
  const record = (await dkimState(blog)).key?.record ?? '';
  await check(blog, { [dkimName]: [parts(record)] });
  expect(await dkimOptions(blog)).not.toBeNull();
  const { states } = await check(blog, { [dkimName]: found });
  expect(states.DKIM).toBe('different');
  expect(await dkimOptions(blog)).toBeNull();
});

test('two SPF or DMARC records are worth none', async () => {
  const { domain, states } = await check(await mailBlog(), {
    'example.org': [['v=spf1 mx -all'], ['v=spf1 a -all']],
    '_dmarc.example.org': [['v=DMARC1; p=none'], ['v=DMARC1; p=reject']],
  });
  expect(states).toEqual({ SPF: 'different', DMARC: 'different' });
  expect(domain.records[0]?.explanation).toContain('2 SPF records');
});

test('a name server that fails changes nothing', async () => {
  const blog = await mailBlog();
  await makeDkimKey(blog);
  const record = (await dkimState(blog)).key?.record ?? '';
  await check(blog, { [dkimName]: [parts(record)] });
  const { domain, states } = await check(blog, {
    [dkimName]: 'failure',
    'example.org': 'failure',
    '_dmarc.example.org': 'failure',
  });
  expect(states).toEqual({ DKIM: 'unreadable', SPF: 'unreadable', DMARC: 'unreadable' });
  expect(domain.is_signed).toBe(true);
});

test('while a new key waits for its record, the old one goes on', async () => {
  const blog = await mailBlog();
  await makeDkimKey(blog);
  const first = (await dkimState(blog)).key?.record ?? '';
  await check(blog, { [dkimName]: [parts(first)] });
  await makeDkimKey(blog);
  const { domain, states } = await check(blog, { [dkimName]: [parts(first)] });
  expect(states.DKIM).toBe('missing');
  expect(domain).toMatchObject({ is_signed: true, is_renewing: true });
});

test.each([
  ['me@gmail.com', 'shared'],
  ['me@yahoo.co.uk', 'shared'],
  ['blog@nas.local', 'local'],
])('%s is signed by others or not at all', async (address, kind) => {
  const { domain, asked } = await check(await mailBlog(address), {});
  expect(domain).toMatchObject({ kind, records: [], is_signed: false });
  expect(asked).toEqual([]);
});
