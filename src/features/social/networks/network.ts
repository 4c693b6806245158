import type { OutgoingOptions } from '../../../platform/outgoing/client.ts';

export type Share = {
  title: string;
  link: string;
  images: { bytes: Buffer; type: string; alt: string }[];
  /** How often the post was deleted there before; a repeated request after that is a new one. */
  generation?: number;
};
/** `id` identifies it there: the id of a Mastodon status, or an at:// URI. Bluesky also needs the hash of the content (CID). */
export type Posted = { url: string; id: string | null; cid: string | null };
export type ShareOptions = Pick<OutgoingOptions, 'allow' | 'resolve' | 'limits'>;
export type Network = {
  name: 'X' | 'Mastodon' | 'Bluesky';
  share(share: Share, signal: AbortSignal): Promise<Posted>;
  /** What can be done with a shared post. X has none: it charges for reading replies. */
  conversation?: Conversation;
};

/** What a reply needs to know of the post that it replies to. */
export type Target = {
  id: string;
  cid?: string | null;
  /** Who is notified of the reply on Mastodon, and who can see it. */
  mention?: string;
  visibility?: 'public' | 'unlisted';
};

/** A public reply, as plain text. Everything in it is untrusted. */
export type Reply = {
  originId: string;
  url: string | null;
  /** Null: to the shared post itself. */
  parentOriginId: string | null;
  person: string;
  name: string;
  authorUrl: string | null;
  text: string;
  date: string;
  target: Target;
  /** Written by the account that shared the post. */
  isOwn: boolean;
};

export type Person = { person: string; name: string; authorUrl: string | null; date: string };

/** Complete: every like is in the list, so that one which is missing was taken back. */
export type People = { people: Person[]; isComplete: boolean };

export type Thread = {
  /** The shared post. */
  root: Target & { originId: string };
  /** Parents before their replies. */
  replies: Reply[];
  likes: People;
  reposts: People;
};

export type Answer = {
  text: string;
  /** Where the whole answer can be read. */
  link: string;
  parent: Target;
  root: Target;
  /** Repeating a request with the same key does not post twice. */
  key: string;
  date: string;
};

export type Answered = { id: string; cid: string | null; originId: string };

export type Conversation = {
  source: 'mastodon' | 'bluesky';
  /** The id of what was shared before ids were stored; null when the URL does not say it. */
  idOf(url: string): string | null;
  /** Throws `Gone` when the shared post does not exist any more. */
  read(id: string, signal: AbortSignal): Promise<Thread>;
  /** False only if the network says that there is none. */
  exists(id: string, signal: AbortSignal): Promise<boolean>;
  newKey(date: Date): string;
  /** `isRepeated`: an earlier request may have posted it already. */
  answer(answer: Answer, isRepeated: boolean, signal: AbortSignal): Promise<Answered>;
  /** Null: the network has no edits. */
  editAnswer: ((id: string, answer: Answer, signal: AbortSignal) => Promise<void>) | null;
  /** Null: the network has no edits, so that the post is deleted and shared anew. */
  update: ((id: string, share: Share, signal: AbortSignal) => Promise<Posted>) | null;
  /** Of a shared post or an answer. Succeeds if there is none. */
  remove(id: string, signal: AbortSignal): Promise<void>;
};
