import type { Setting } from '../../../../platform/admin/settings/setting.ts';

export const mailFields = {
  from_name: {
    label: 'Name',
    hint: 'Empty: the name of the site.',
  },
  from_address: {
    label: 'Email address',
    hint: 'Empty: the account at the mail server, or else an address of this site.',
  },
  owner_address: {
    label: 'Your email address',
    hint: 'Only the site uses it. Empty: the contact email in the footer.',
  },
  trouble_notice: {
    label: 'Security and trouble',
    hint: 'A mail when you or another administrator signs in from a new place, when a backup fails and when the disk is almost full.',
  },
  subscriptions: {
    label: 'Readers can subscribe',
    hint: 'A form in the footer, under posts and at /subscribe. New subscribers confirm with a link in a mail first.',
  },
  newsletter_default: {
    label: 'Send new posts to subscribers',
    hint: 'The writing screen has a checkbox for each post; this is what it starts with.',
  },
  rate: {
    label: 'Mails per minute',
    hint: 'Many providers refuse mail when it comes faster than they allow; their documentation says how much that is.',
  },
  commenter_mail: {
    label: 'Commenters can ask for mail',
    hint: 'A checkbox below the comment form: they are told when you approve their comment and when a reply arrives. Every such mail has a link that stops them.',
  },
  comment_notice: { label: 'Comments that wait for approval' },
} satisfies Record<string, Setting>;
