import type { ReactNode } from 'react';

export type CardActionsProps = {
  postId: number;
  postUrl: string;
  votes: number;
  label: string;
  commentsOpen: boolean;
  /** The URL of 'Direct Link', in the compact layout only. */
  directLink?: string;
  /** Whether commenters can be notified by mail. */
  mail?: boolean;
};

/** The island of comments that a card shows. */
export type CardActions = (props: CardActionsProps) => ReactNode;
