/** What a page says about one of ours. Everything in it is untrusted. */
export type Mention = {
  kind: 'reply' | 'like' | 'repost' | 'mention';
  /** The URLs that it replies to; one of them may be that of a comment. */
  repliesTo: string[];
  author: { name: string; url: string | null };
  /** Where the page says that it is. */
  url: string | null;
  /** Plain text: all of a reply, an excerpt of anything else. */
  text: string;
  /** ISO 8601. */
  published: string | null;
  /** What is said in one line: an answer to an invitation, or a bookmark. */
  line?: 'yes' | 'no' | 'maybe' | 'interested' | 'bookmark';
};

/** A page that was fetched: its bytes, type and URL after redirects. */
export type SourcePage = { bytes: Uint8Array; type: string; url: string };

/** `gone`: a static page says of itself that it was deleted. Without a mention, the page does not link to the target. */
export type Reading = { mention: Mention | null; gone: boolean };
