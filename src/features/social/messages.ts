import { t } from '../../platform/messages/translate.ts';

export const mastodonText = t(
  'Posts are shared with “tweet” or when you publish. On your server: Preferences, Development, New application, with the rights “read” and “write”.',
);
export const mastodonServerHint = t('Like https://mastodon.example.org.');
export const blueskyText = t(
  'Posts are shared with “tweet” or when you publish. In Bluesky: Settings, Privacy and security, App passwords.',
);
export const blueskyHandleHint = t('Like name.bsky.social, without the @.');
export const blueskyServerHint = t('Empty: bsky.social. Only accounts on a server of their own need it.');
export const xText = t(
  'Posts are shared with “tweet” or when you publish. In the developer portal of X: an app with the permission “Read and write”, then Keys and tokens.',
);
export const accountFound = (name: string, network: string) =>
  t('Signed in to {network} as {name}.', { network, name });
export const noAccount = t('Enter the credentials first.');
