import type { Setting } from '../../../../platform/admin/settings/setting.ts';
import { t } from '../../../../platform/messages/translate.ts';

export const mailFields = {
  from_name: {
    label: t('Name'),
    hint: t('Empty: the name of the site.'),
  },
  from_address: {
    label: t('Email address'),
    hint: t('Empty: the account at the mail server, or else an address of this site.'),
  },
  owner_address: {
    label: t('Your email address'),
    hint: t('Only the site uses it. Empty: the contact email in the footer.'),
  },
  trouble_notice: {
    label: t('Security and trouble'),
    hint: t(
      'A mail when you or another administrator signs in from a new place, when a backup fails and when the disk is almost full.',
    ),
  },
  subscriptions: {
    label: t('Readers can subscribe'),
    hint: t(
      'A form in the footer, under posts and at /subscribe. New subscribers confirm with a link in a mail first.',
    ),
  },
  newsletter_default: {
    label: t('Send new posts to subscribers'),
    hint: t('The writing screen has a checkbox for each post; this is what it starts with.'),
  },
  rate: {
    label: t('Mails per minute'),
    hint: t(
      'Many providers refuse mail when it comes faster than they allow; their documentation says how much that is.',
    ),
  },
  commenter_mail: {
    label: t('Commenters can ask for mail'),
    hint: t(
      'A checkbox below the comment form: they are notified when you approve their comment and when a reply arrives. Every such mail has a link that stops them.',
    ),
  },
  comment_notice: { label: t('Comments that wait for approval') },
} satisfies Record<string, Setting>;
