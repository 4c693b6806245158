import type { ConnectionConfig } from '../../config.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Connection, ConnectionValues } from '../../platform/connections/connection.ts';
import { t } from '../../platform/messages/translate.ts';
import * as messages from './messages.ts';

/** Fields that have the names of their variables. */
const asVariables = (values: ConnectionValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toUpperCase(), value]));

const test = async (blog: Blog, { networks }: ConnectionConfig, name: keyof ConnectionConfig['networks']) =>
  (await import('./networks/check-account.ts')).checkAccount(
    { [name]: networks[name] },
    { allow: blog.outgoingAllow },
  );

export const networkConnections: readonly Connection<Blog>[] = [
  {
    name: 'mastodon',
    place: 'networks',
    title: 'Mastodon',
    text: messages.mastodonText,
    variables: ['MASTODON_URL', 'MASTODON_TOKEN'],
    fields: [
      {
        name: 'mastodon_url',
        label: t('Server'),
        kind: 'url',
        isRequired: true,
        isTarget: true,
        hint: messages.mastodonServerHint,
      },
      { name: 'mastodon_token', label: t('Access token'), kind: 'secret', isRequired: true },
    ],
    toVariables: asVariables,
    test: (blog, config) => test(blog, config, 'mastodon'),
  },
  {
    name: 'bluesky',
    place: 'networks',
    title: 'Bluesky',
    text: messages.blueskyText,
    variables: ['BLUESKY_IDENTIFIER', 'BLUESKY_PASSWORD', 'BLUESKY_URL', 'BLUESKY_APPVIEW_URL'],
    fields: [
      { name: 'bluesky_identifier', label: t('Handle'), isRequired: true, hint: messages.blueskyHandleHint },
      { name: 'bluesky_password', label: t('App password'), kind: 'secret', isRequired: true },
      {
        name: 'bluesky_url',
        label: t('Server'),
        kind: 'url',
        isTarget: true,
        hint: messages.blueskyServerHint,
      },
    ],
    toVariables: asVariables,
    test: (blog, config) => test(blog, config, 'bluesky'),
  },
  {
    name: 'x',
    place: 'networks',
    title: 'X',
    text: messages.xText,
    variables: ['X_API_KEY', 'X_API_SECRET', 'X_ACCESS_TOKEN', 'X_ACCESS_SECRET', 'X_BASE_URL'],
    fields: [
      { name: 'x_api_key', label: t('API key'), kind: 'secret', isRequired: true },
      { name: 'x_api_secret', label: t('API key secret'), kind: 'secret', isRequired: true },
      { name: 'x_access_token', label: t('Access token'), kind: 'secret', isRequired: true },
      { name: 'x_access_secret', label: t('Access token secret'), kind: 'secret', isRequired: true },
    ],
    toVariables: asVariables,
    test: (blog, config) => test(blog, config, 'x'),
  },
];
