import type { CommentsApi } from '../../../core/comments/pages/page-api.ts';
import type { Category } from '../../../core/posts/terms/api/categories.ts';
import type { MailModeration } from '../api/moderation.ts';
import type { Choices, Subscription } from '../api/subscriptions.ts';

export type MailApi = CommentsApi & {
  /** For links in mails to commenters. */
  commenterMail: {
    isConfirmable(token: string): Promise<boolean>;
    confirm(token: string): Promise<boolean>;
    isStopLink(signed: string): boolean;
    stop(signed: string): Promise<boolean>;
  };
  /** What a link in a mail about a waiting comment is for; null on a site without mail. */
  moderation(link: string): Promise<MailModeration | 'invalid' | null>;
  /** Does it, if the comment is still the one that was shown. */
  moderate(link: string, version: string): Promise<MailModeration | 'invalid' | null>;
  /** Null on a site that sends no mail. */
  subscriptions: Subscriptions | null;
};

/** What the pages for subscribers need. Links from mails that do nothing any more return null or false. */
export type Subscriptions = {
  categories(): Promise<readonly Category[]>;
  request(address: string, choices: Choices): Promise<void>;
  pending(token: string): Promise<Subscription | null>;
  /** Returns the signed id of the subscriber. */
  confirm(token: string): Promise<string | null>;
  find(signed: string): Promise<Subscription | 'ended' | null>;
  change(signed: string, choices: Choices): Promise<boolean>;
  stop(signed: string): Promise<boolean>;
};
