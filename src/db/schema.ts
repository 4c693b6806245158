import type { Generated } from 'kysely';

/** The text fields of posts (`src/contract/post-fields.ts`), in each table that keeps their text. */
type PostText = { post_title: string; post_content: string };

/**
 * The tables. Columns carry the names of the specification; flags are 0 or 1 and dates are ISO 8601 UTC texts on both
 * databases (PostgreSQL keeps timestamptz, the connection hands out texts).
 */
export interface Schema {
  posts: PostText & {
    id: Generated<number>;
    post_title_web: string;
    /** Derived from post_content at each save, so that no page parses HTML. */
    shown_html: string | null;
    card_html: string;
    card_truncated: number;
    description: string;
    /** Title, web title and text in small letters. */
    search_text: Generated<string>;
    post_date: string;
    /** Whether the author set post_date. */
    date_given: Generated<number>;
    update_date: string | null;
    active: number;
    /** When it first became public: from then on its web title stays. */
    first_active_date: string | null;
    category_id: number | null;
    vote_count: Generated<number>;
    version: Generated<number>;
    /** When the present title and content were saved, and under which username. */
    written_date: Generated<string | null>;
    written_by: Generated<string | null>;
    /** When an inactive post becomes active by itself. */
    scheduled_date: Generated<string | null>;
  };
  /** Addresses that public posts had and have no more; of a deleted post, all of them. */
  post_addresses: { post_title_web: string; post_id: number };
  /** What posts said before. */
  revisions: PostText & {
    id: Generated<number>;
    post_id: number;
    written_date: string;
    written_by: string | null;
  };
  /** Links that show a post to whoever has them; only the hash of each is kept. */
  previews: {
    id: Generated<number>;
    post_id: number;
    token_hash: string;
    date_added: string;
    expires: string;
  };
  /**
   * What an administrator typed into a post form and did not save. The id is that of the open form; post_id is null for
   * a new post, version is that of the post that the text began from, and sequence grows with each change.
   */
  drafts: PostText & {
    user_id: number;
    id: string;
    post_id: number | null;
    post_title_web: string;
    active: number;
    scheduled_date: string | null;
    version: number;
    sequence: number;
    date: string;
  };
  categories: { id: Generated<number>; category_path: string };
  tags: { id: Generated<number>; tag_name: string };
  post_tags: { id: Generated<number>; post_id: number; tag_id: number };
  /** The lists and their order: one row per list that a post stands in. */
  listings: { kind: ListingKind; name: string; post_date: string; post_id: number; shuffle: number };
  listing_totals: { kind: ListingKind; name: string; total: number };
  /** Active posts as the search shows them; the words that it looks in have a form of their own on each database. */
  search_texts: { post_id: number; body: string };
  images: {
    id: Generated<number>;
    post_id: number;
    /** sha256 of the uploaded bytes: the same picture is stored once. */
    hash: string;
    /** JSON: [{ name, width, height, bytes }], narrowest first. */
    variants: string;
    width: number;
    height: number;
    color: string;
    alt: Generated<string>;
    main_image: number;
    bytes: number;
    date_added: string;
  };
  comments: {
    id: Generated<number>;
    post_id: number;
    user_name: string;
    comment_text: string;
    date_added: string;
    approved: number;
    /** The same for copies of a text; null for the owner's own comments and for short ones. */
    text_hash: Generated<string | null>;
    /** JSON of what was noticed as it came, beside its words. */
    signs: Generated<string>;
    /** 0: nothing speaks against it, 1: worth a closer look, 2: likely spam. Sorts the queue, and nothing else. */
    verdict: Generated<number>;
    /** JSON: why, in words. */
    reasons: Generated<string>;
    /** What its words were counted as last: they are never counted twice. */
    taught: Generated<'fine' | 'spam' | null>;
    /** The round of teaching that the verdict knows of. */
    scored_round: Generated<number>;
    /** JSON of what the filter sees of a waiting comment; null while it was not read, or is no longer needed. */
    features: Generated<string | null>;
  };
  /** How many approved and how many deleted comments had a word. */
  spam_words: { word: string; fine: number; spam: number; round: number };
  /** One row: how many comments taught the filter, and a number that grows with each lesson. */
  spam_totals: { id: number; fine: number; spam: number; round: number };
  votes: { post_id: number; address: string; date_added: string };
  /** Where a post was shared; without an address, it is being posted at this moment. */
  shares: { post_id: number; network: string; url: string | null; date: string };
  users: {
    id: Generated<number>;
    username: string;
    username_key: string;
    password_hash: string;
    date_added: string;
    /** Whether a passkey is asked for after the password. */
    second_factor: Generated<number>;
    /** Whether the password is too easy for a public site; null when it was set before that was noted. */
    weak_password: Generated<number | null>;
    /** Until when the first password signs in that the server made, while it was never used. */
    unused_until: Generated<string | null>;
  };
  /** Keys that sign in. The database has the public half of each. */
  passkeys: {
    id: Generated<number>;
    user_id: number;
    credential_id: string;
    public_key: string;
    counter: number;
    /** JSON: how the device can be reached. */
    transports: string;
    /** Whether it may leave its device for others of the person, and whether it has. */
    can_sync: number;
    synced: number;
    name: string;
    date_added: string;
    last_used: string | null;
  };
  /** Each is good once and then gone; only hashes are kept. */
  recovery_codes: { user_id: number; code_hash: string };
  /** What a browser is in the middle of: it gave the right password, or a passkey has to sign the challenge. */
  sign_in_steps: {
    /** Hash of the cookie that the step is bound to. */
    holder: string;
    kind: StepKind;
    user_id: number | null;
    challenge: string;
    expires: string;
  };
  sessions: {
    id: string;
    user_id: number;
    date_added: string;
    last_seen: string;
    browser: Generated<string>;
    /** When the person last proved who they are. */
    confirmed: Generated<string | null>;
  };
  /** What was done, by whom (null: by the server itself) and from where. */
  activity: {
    id: Generated<number>;
    date: string;
    kind: string;
    what: string;
    username: string | null;
    address: string;
    browser: string;
  };
  attempts: { kind: string; subject: string; at: string };
  settings: { name: string; value: string };
  migrations: { name: string; applied: string };
}

/**
 * Public lists: all: every active post; category: by any segment of the path; topic: by its first segment; tag: by tag
 * name. A post that is not active stands in `inactive` alone.
 */
export type ListingKind = 'all' | 'category' | 'topic' | 'tag' | 'inactive';

/** password: the password was right; passkey: to sign in; confirm: to prove it again; new: to be registered. */
export type StepKind = 'password' | 'passkey' | 'confirm' | 'new';
