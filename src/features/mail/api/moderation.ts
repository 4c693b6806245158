/** What the links in mails about waiting comments do. */
export const moderationActions = ['approve', 'spam', 'delete'] as const;
export type ModerationAction = (typeof moderationActions)[number];

/** What the page behind such a link shows. */
export type MailModeration = {
  action: ModerationAction;
  /** ask: one button does it. changed: the text is another one than when it was shown last, so it asks again. */
  state: 'ask' | 'changed' | 'done' | 'approved' | 'gone';
  /** Null when it was deleted. */
  comment: {
    id: number;
    user_name: string;
    comment_text: string;
    origin: string | null;
    post_title: string;
    post_title_web: string;
    /** Identifies the text, so that the button never does something to another one. */
    version: string;
    /** Whether the mail showed this text. */
    isAsMailed: boolean;
  } | null;
};
