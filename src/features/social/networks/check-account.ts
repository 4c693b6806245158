import { z } from 'zod';
import { outgoing } from '../../../platform/outgoing/client.ts';
import * as messages from '../messages.ts';
import { blueskyApi } from './bluesky-api.ts';
import { attempts, NetworkFailure } from './failure.ts';
import { mastodonApi } from './mastodon-api.ts';
import type { ShareOptions } from './network.ts';
import type { NetworksConfig } from './networks.ts';
import { oauthHeader } from './oauth.ts';
import { request } from './request.ts';
import { xOrigin, xSubject } from './x.ts';

const maxMs = 20_000;
const name = z.string().max(300);

/** Signs in to the one network that is given, and says as whom. Posts nothing. */
export async function checkAccount(config: NetworksConfig, options: ShareOptions): Promise<string> {
  const signal = AbortSignal.timeout(maxMs);
  if (config.mastodon) {
    using api = mastodonApi(config.mastodon, signal, options);
    const { acct } = await api.attempt('read', () =>
      api.get('/api/v1/accounts/verify_credentials', z.object({ acct: name })),
    );
    return messages.accountFound(`@${acct}`, 'Mastodon');
  }
  if (config.bluesky) {
    using api = blueskyApi(config.bluesky, signal, options);
    await api.signIn();
    return messages.accountFound(`@${config.bluesky.identifier.replace(/^@/, '')}`, 'Bluesky');
  }
  const { x } = config;
  if (!x) throw new NetworkFailure(messages.noAccount);
  const url = new URL('/2/users/me', xOrigin(x));
  using client = outgoing({ to: url.origin, ...options });
  const headers = { authorization: oauthHeader(x, 'GET', url) };
  const { data } = await attempts(xSubject(x), signal)('read', () =>
    request(
      client,
      url,
      { method: 'GET', headers },
      z.object({ data: z.object({ username: name }) }),
      signal,
    ),
  );
  return messages.accountFound(`@${data.username}`, 'X');
}
