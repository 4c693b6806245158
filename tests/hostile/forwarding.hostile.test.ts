import { afterEach, describe, expect, test } from 'vitest';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { Client } from '../support/client.ts';
import { report, size } from '../support/size.ts';

let site: ApiSite;
afterEach(() => site.dispose());

const names = [
  ...['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'X-Client-IP', 'Client-IP', 'X-Cluster-Client-IP'],
  ...[
    'X-Forwarded',
    'Forwarded-For',
    'True-Client-IP',
    'CF-Connecting-IP',
    'Fastly-Client-IP',
    'X-Remote-IP',
  ],
  ...[
    'X-Remote-Addr',
    'X-Originating-IP',
    'X-Host',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'Via',
    'X-ProxyUser-Ip',
  ],
  ...['X_Forwarded_For', 'Remote-Addr', 'X-AppEngine-User-IP', 'X-Azure-ClientIP', 'Ali-CDN-Real-IP'],
];
const values = (number: number) => [
  `198.51.100.${number % 250}`,
  `for=198.51.100.${number % 250}`,
  `for="[2001:db8::${number}]:4711"`,
  `198.51.100.${number % 250}, 127.0.0.1`,
  `2001:db8:${number}::1`,
  `::ffff:198.51.100.${number % 250}`,
  `127.0.0.${(number % 250) + 1}`,
  ` , 198.51.100.${number % 250}`,
  'unknown',
  '',
];

/** Every header with every kind of value, without repetition. */
function* forgeries(): Generator<Record<string, string>> {
  let number = 1;
  for (const name of names)
    for (let kind = 0; kind < 10; kind++) yield { [name]: values(number++)[kind] ?? '' };
  for (let count = 0; count < 20; count++)
    yield Object.fromEntries(names.map((name) => [name, values(number++)[0] ?? '']));
}

const some = (): Record<string, string>[] => {
  const all = [...forgeries()];
  const step = Math.ceil(all.length / size(30, all.length));
  return all.filter((_, index) => index % step === 0);
};

type Forge = (headers: Record<string, string>) => Record<string, string>;

/** How many votes and sign-in attempts one visitor gets with forged headers. */
async function effectOf(forge: Forge): Promise<{ votes: number; attempts: number; asked: number }> {
  const { id } = await site.createPost();
  const visitor = new Client(site.url);
  await visitor.get('/webapi/api/admin/auth');
  const headers = some();
  let attempts = 0;
  for (const forged of headers) {
    await visitor.post(`/webapi/api/vote/${id}`, { voteVal: 1 }, { headers: forge(forged) });
    const wrong = { username: 'admin', password: 'not the password' };
    if (attempts < 30) {
      const { status } = await visitor.post('/webapi/api/admin/auth', wrong, { headers: forge(forged) });
      if (status === 401) attempts++;
    }
  }
  const { body } = await visitor.get<{ vote_count: number }>(`/webapi/api/vote/${id}`);
  return { votes: body.vote_count, attempts, asked: headers.length };
}

describe('forged forwarding headers', () => {
  test('give no extra votes or sign-in attempts when no proxy is configured', {
    timeout: 120_000,
  }, async () => {
    site = await apiSite('sqlite', { TRUST_PROXY: '' });
    const { votes, attempts, asked } = await effectOf((forged) => forged);
    report(`without a proxy: ${asked} forged requests, ${votes} vote, ${attempts} login attempts`);
    // The setup signed in successfully from the same IP address, which resets the count.
    expect({ votes, attempts }).toEqual({ votes: 1, attempts: 10 });
  });

  test('give no extra votes or sign-in attempts behind a proxy that adds the real IP address', {
    timeout: 120_000,
  }, async () => {
    site = await apiSite('sqlite', { TRUST_PROXY: '1' });
    const proxied: Forge = (forged) => {
      const { 'X-Forwarded-For': own = '', ...rest } = forged;
      return { ...rest, 'X-Forwarded-For': own ? `${own}, 203.0.113.9` : '203.0.113.9' };
    };
    const { votes, attempts, asked } = await effectOf(proxied);
    report(`behind a proxy: ${asked} forged requests, ${votes} vote, ${attempts} login attempts`);
    expect({ votes, attempts }).toEqual({ votes: 1, attempts: 10 });
  });

  test('give no extra votes or sign-in attempts from an IP address that is not a configured proxy', {
    timeout: 120_000,
  }, async () => {
    site = await apiSite('sqlite', { TRUST_PROXY: '10.0.0.0/8, 2001:db8::/32' });
    const { votes, attempts } = await effectOf((forged) => forged);
    expect({ votes, attempts }).toEqual({ votes: 1, attempts: 10 });
  });

  test('control: give extra votes and attempts when the attacker controls the last entry of the header', {
    timeout: 120_000,
  }, async () => {
    site = await apiSite('sqlite', { TRUST_PROXY: '1' });
    const { votes, attempts } = await effectOf((forged) => forged);
    expect(votes).toBeGreaterThan(3);
    expect(attempts).toBeGreaterThan(10);
  });
});
