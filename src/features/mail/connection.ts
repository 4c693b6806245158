import type { Blog } from '../../platform/blog.ts';
import type { Connection } from '../../platform/connections/connection.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { startJobs, wakeJob } from '../../platform/jobs/add-job.ts';
import { t } from '../../platform/messages/translate.ts';
import * as messages from './messages/connection.ts';
import { followMailSettings } from './setup/follow-settings.ts';

const host = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d-]+)*|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
const checkHost = (value: string) => (host.test(value) ? undefined : messages.hostExpected);

/** Encrypted from the first byte, with STARTTLS, or not at all. */
const schemes: Record<string, { scheme: string; query: string }> = {
  tls: { scheme: 'smtps', query: '' },
  starttls: { scheme: 'smtp', query: '?tls=required' },
  none: { scheme: 'smtp', query: '?tls=off' },
};

const login = (user = '', password = '') =>
  user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;

export const mailConnection: Connection<Blog> = {
  name: 'mail',
  place: 'mail',
  title: t('Mail server'),
  text: messages.mailServer,
  variables: ['SMTP_URL', 'IMAP_URL'],
  fields: [
    {
      name: 'smtp_host',
      label: t('SMTP server'),
      isRequired: true,
      isTarget: true,
      check: checkHost,
      hint: messages.smtpHint,
    },
    {
      name: 'smtp_security',
      label: t('Encryption'),
      kind: 'choice',
      isTarget: true,
      choices: [
        ['tls', t('TLS (port 465)')],
        ['starttls', t('STARTTLS (port 587)')],
        ['none', t('None, for a server on this machine')],
      ],
    },
    { name: 'smtp_user', label: t('User name'), hint: messages.userHint },
    { name: 'smtp_password', label: t('Password'), kind: 'secret' },
    { name: 'imap_host', label: t('IMAP server'), isTarget: true, check: checkHost, hint: messages.imapHint },
    { name: 'imap_user', label: t('IMAP user name'), hint: messages.imapUserHint },
    { name: 'imap_password', label: t('IMAP password'), kind: 'secret' },
  ],
  toVariables: (values) => {
    const { scheme, query } = schemes[values.smtp_security ?? ''] ?? { scheme: 'smtps', query: '' };
    const own = values.imap_user ? login(values.imap_user, values.imap_password) : undefined;
    const same = login(values.smtp_user, values.smtp_password);
    return {
      SMTP_URL: `${scheme}://${same}${values.smtp_host ?? ''}${query}`,
      ...(values.imap_host && { IMAP_URL: `imaps://${own ?? same}${values.imap_host}` }),
    };
  },
  test: async (blog, { mail }) => {
    if (!mail) throw new Error(messages.noServer);
    return (await import('./setup/test-connection.ts')).testMailServer({ ...blog, mail });
  },
  changed: async (blog) => {
    await followMailSettings(blog);
    if (!blog.mail) return;
    // Mails that waited for the former server are tried again now.
    await inTransaction(blog.db, (tx) => wakeJob(blog, tx, 'mail'));
    startJobs(blog);
  },
};
