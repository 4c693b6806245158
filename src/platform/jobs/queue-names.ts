import { t } from '../messages/translate.ts';

export const queueNames: Readonly<Record<string, string>> = {
  announce: t('Announcing changes of posts'),
  'ask-commenters': t('Asking commenters to confirm their address'),
  'comment-notices': t('Telling you of waiting comments'),
  'fediverse-deliver': t('Sending posts to the fediverse'),
  'fediverse-inbox': t('Reading what the fediverse sends'),
  'import-images': t('Fetching images of an import'),
  mail: t('Sending mails'),
  'mail-bounces': t('Reading bounces'),
  newsletter: t('Preparing newsletters'),
  'social-answers': t('Posting answers to Bluesky and Mastodon'),
  'social-replies': t('Reading replies from Bluesky and Mastodon'),
  'subscription-requests': t('Confirming new subscribers'),
  webhooks: t('Calling webhooks'),
  'webmention-receive': t('Verifying webmentions'),
  'webmention-send': t('Sending webmentions'),
  'websub-ping': t('Telling the hub of new posts'),
};
