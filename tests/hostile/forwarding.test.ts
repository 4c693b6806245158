import { afterEach, describe, expect, test } from 'vitest';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { Client } from '../support/client.ts';
import { report, size } from './size.ts';

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

/** Every header with every kind of value, none twice. */
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

/** How many votes and login tries one visitor gets out of headers. */
async function gains(forge: Forge): Promise<{ votes: number; tries: number; asked: number }> {
  const { id } = await site.createPost();
  const visitor = new Client(site.url);
  await visitor.get('/webapi/api/admin/auth');
  const headers = some();
  let tries = 0;
  for (const forged of headers) {
    await visitor.post(`/webapi/api/vote/${id}`, { voteVal: 1 }, { headers: forge(forged) });
    const wrong = { username: 'admin', password: 'not the password' };
    if (tries < 30) {
      const { status } = await visitor.post('/webapi/api/admin/auth', wrong, { headers: forge(forged) });
      if (status === 401) tries++;
    }
  }
  const { body } = await visitor.get<{ vote_count: number }>(`/webapi/api/vote/${id}`);
  return { votes: body.vote_count, tries, asked: headers.length };
}

describe('forged forwarding headers', () => {
  test('buy nothing where no proxy is configured', { timeout: 120_000 }, async () => {
    site = await apiSite('sqlite', { TRUST_PROXY: '' });
    const { votes, tries, asked } = await gains((forged) => forged);
    report(`without a proxy: ${asked} forged requests, ${votes} vote, ${tries} login tries`);
    // The tests themselves signed in from the same address, successfully, which starts the count anew.
    expect({ votes, tries }).toEqual({ votes: 1, tries: 10 });
  });

  test('buy nothing behind a proxy that adds the real address', { timeout: 120_000 }, async () => {
    site = await apiSite('sqlite', { TRUST_PROXY: '1' });
    const proxied: Forge = (forged) => {
      const { 'X-Forwarded-For': own = '', ...rest } = forged;
      return { ...rest, 'X-Forwarded-For': own ? `${own}, 203.0.113.9` : '203.0.113.9' };
    };
    const { votes, tries, asked } = await gains(proxied);
    report(`behind a proxy: ${asked} forged requests, ${votes} vote, ${tries} login tries`);
    expect({ votes, tries }).toEqual({ votes: 1, tries: 10 });
  });

  test('buy nothing from an address that is not among the configured proxies', {
    timeout: 120_000,
  }, async () => {
    site = await apiSite('sqlite', { TRUST_PROXY: '10.0.0.0/8, 2001:db8::/32' });
    const { votes, tries } = await gains((forged) => forged);
    expect({ votes, tries }).toEqual({ votes: 1, tries: 10 });
  });

  test('control: where the last word of the header is the attacker’s, they buy votes and tries', {
    timeout: 120_000,
  }, async () => {
    site = await apiSite('sqlite', { TRUST_PROXY: '1' });
    const { votes, tries } = await gains((forged) => forged);
    expect(votes).toBeGreaterThan(3);
    expect(tries).toBeGreaterThan(10);
  });
});
