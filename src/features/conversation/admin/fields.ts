import type { Setting } from '../../../platform/admin/settings/setting.ts';

export const conversationFields = {
  close_comments_days: {
    label: 'Close comments after this many days',
    hint: 'Posts older than this take no new comments; leave it empty to keep them open.',
  },
  reaction_names: {
    label: 'Name people who like or repost',
    hint: 'Posts show who liked or reposted them on other sites, with a link to their profile; otherwise only how many did.',
  },
  webmention: {
    label: 'Webmention',
    hint: 'When another site links to one of your posts you see it in Comments, and sites that you link to are told.',
  },
} satisfies Record<string, Setting>;

export const networkFields = {
  social_replies: {
    label: 'Bring replies and likes here',
    hint: 'Replies to posts that you shared with “tweet” come to Comments, your answers to them are posted there, and likes are counted.',
  },
  websub_hub: {
    label: 'WebSub hub',
    hint: 'A hub tells feed readers about a new post at once instead of within hours; leave it empty to use none.',
  },
} satisfies Record<string, Setting>;
