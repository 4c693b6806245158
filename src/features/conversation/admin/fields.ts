import type { Setting } from '../../../platform/admin/settings/setting.ts';
import { t } from '../../../platform/messages/translate.ts';

export const conversationFields = {
  close_comments_days: {
    label: t('Close comments after this many days'),
    hint: t('Posts older than this take no new comments; leave it empty to keep them open.'),
  },
  reaction_names: {
    label: t('Name people who like or repost'),
    hint: t(
      'Posts show who liked or reposted them on other sites, with a link to their profile; otherwise only how many did.',
    ),
  },
  webmention: {
    label: t('Webmention'),
    hint: t(
      'When another site links to one of your posts you see it in Comments, and sites that you link to are notified.',
    ),
  },
} satisfies Record<string, Setting>;

export const networkFields = {
  social_replies: {
    label: t('Bring replies and likes here'),
    hint: t(
      'Replies to posts that you shared with “tweet” come to Comments, your answers to them are posted there, and likes are counted.',
    ),
  },
  websub_hub: {
    label: t('WebSub hub'),
    hint: t(
      'A hub tells feed readers about a new post at once instead of within hours; leave it empty to use none.',
    ),
  },
} satisfies Record<string, Setting>;
