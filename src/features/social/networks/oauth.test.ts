import { expect, test } from 'vitest';
import { oauthHeader } from './oauth.ts';

// The worked example of https://docs.x.com/fundamentals/authentication/oauth-1-0a/creating-a-signature, with the
// signatures that its versions for three base URLs print.
const keys = {
  apiKey: 'xvz1evFS4wEEPTGEFPHBog',
  apiSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
  accessToken: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
  accessSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
};
const example = {
  form: { status: 'Hello Ladies + Gentlemen, a signed OAuth request!' },
  nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg',
  timestamp: 1318622958,
};

test.each([
  ['https://api.x.com/1.1/statuses/update.json', 'Ls93hJiZbQ3akF3HF3x1Bz8%2FzU4%3D'],
  ['https://api.twitter.com/1.1/statuses/update.json', 'hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D'],
  ['https://api.twitter.com/1/statuses/update.json', 'tnnArxj06cWHq44gCs1OSKk%2FjLY%3D'],
])('signs the documented example for %s', (url, signature) => {
  expect(oauthHeader(keys, 'POST', new URL(`${url}?include_entities=true`), example)).toBe(
    [
      `OAuth oauth_consumer_key="${keys.apiKey}"`,
      `oauth_nonce="${example.nonce}"`,
      'oauth_signature_method="HMAC-SHA1"',
      'oauth_timestamp="1318622958"',
      `oauth_token="${keys.accessToken}"`,
      'oauth_version="1.0"',
      `oauth_signature="${signature}"`,
    ].join(', '),
  );
});

test('each request has a new nonce and the current time', () => {
  const header = () => oauthHeader(keys, 'GET', new URL('https://api.x.com/2/media/upload'));
  const field = (text: string, name: string) => new RegExp(`${name}="([^"]+)"`).exec(text)?.[1];
  const [first, second] = [header(), header()];
  expect(field(first, 'oauth_nonce')).not.toBe(field(second, 'oauth_nonce'));
  expect(Math.abs(Number(field(first, 'oauth_timestamp')) - Date.now() / 1000)).toBeLessThan(60);
});
