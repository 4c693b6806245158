import type { ReactionKind, RemoteSource } from '../../db/conversation-tables.ts';
import type { Blog } from '../blog.ts';

/** A comment that was written on another server. Everything in it is untrusted. */
export type ReceivedComment = {
  postId: number;
  source: RemoteSource;
  /** Identifies it for ever, over all sources: the URL of the source, an ActivityPub id, an at:// URI. */
  originId: string;
  /** Where a reader can see it. */
  originUrl: string | null;
  /** What it replies to, by its `originId`; the owner's answers have one, too. Null: to the post. */
  parentOriginId: string | null;
  /** Who wrote it, for ever: the URL of the actor, the author's site or a DID. */
  person: string;
  authorName: string;
  authorUrl: string | null;
  /** Plain text. */
  text: string;
  date: string;
};

/** Likes and reposts are counted beside votes. */
export type ReceivedReaction = {
  postId: number;
  kind: ReactionKind;
  source: RemoteSource;
  originId: string;
  person: string;
  authorName: string;
  authorUrl: string | null;
  date: string;
};

export type Outcome = 'waiting' | 'approved' | 'unchanged' | 'refused';

/**
 * Stores a comment, or changes the text of one that was received before. It waits for approval, unless the owner trusts the
 * person; a changed text of an approved comment waits again, unless the person is trusted. Refused: the person, a word or the
 * post's comments are blocked or closed.
 */
export async function receiveComment(_blog: Blog, _comment: ReceivedComment): Promise<Outcome> {
  throw new Error('not yet');
}

/** The author deleted it there. False when there is none. */
export async function removeReceived(_blog: Blog, _originId: string): Promise<boolean> {
  throw new Error('not yet');
}

export async function receiveReaction(_blog: Blog, _reaction: ReceivedReaction): Promise<Outcome> {
  throw new Error('not yet');
}

export async function removeReaction(_blog: Blog, _originId: string): Promise<boolean> {
  throw new Error('not yet');
}
