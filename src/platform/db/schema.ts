import type { Generated } from 'kysely';

/** The text fields of posts (`src/core/posts/api/post-fields.ts`), in each table that keeps their text. */
export const textColumns = ['post_title', 'post_content', 'meta_description'] as const;
export type TextColumn = (typeof textColumns)[number];
type PostText = { post_title: string; post_content: string; meta_description: Generated<string> };

/**
 * Columns have the names of the API. On both databases flags are 0 or 1 and dates are ISO 8601 UTC strings; PostgreSQL
 * stores timestamptz, which the connection converts.
 * An interface, so that `tables.ts` of each module adds its tables. A module that is deleted leaves its tables in the database.
 */
export interface Schema {
  posts: PostText & {
    id: Generated<number>;
    /** A page has a path, which begins with a slash, as its web title. */
    kind: Generated<PostKind>;
    post_title_web: string;
    /** Derived from post_content on each save, so that no page parses HTML. */
    shown_html: string | null;
    card_html: string;
    card_truncated: number;
    description: string;
    /** Of the renderer that derived them. */
    renderer_version: Generated<number>;
    reading_minutes: Generated<number>;
    /** Title, web title and text in lowercase. */
    search_text: Generated<string>;
    post_date: string;
    /** Whether the author set post_date. */
    date_given: Generated<number>;
    update_date: string | null;
    active: number;
    /** When it first became public; its web title does not follow the title afterwards. */
    first_active_date: string | null;
    category_id: number | null;
    vote_count: Generated<number>;
    version: Generated<number>;
    /** When and by whom the current title and content were saved. */
    written_date: Generated<string | null>;
    written_by: Generated<string | null>;
    /** The first version of the post that has the current text. */
    written_version: Generated<number | null>;
    /** When an inactive post is published automatically. */
    scheduled_date: Generated<string | null>;
    /** BCP 47; empty: the language of the site. */
    language: Generated<string>;
    comments_open: Generated<number>;
    /** The profile of its author. */
    author_id: Generated<number | null>;
    /** Posts with the same one are translations of each other. */
    translation_group: Generated<number | null>;
    /** Whether it is sent to subscribers; null: not decided, which its publication does. */
    send_mail: Generated<number | null>;
    /** Empty: the title, and the description. */
    mail_subject: Generated<string>;
    mail_preheader: Generated<string>;
    /** The name of the series that it is a part of, or empty. */
    series: Generated<string>;
    /** Whether its page shows the main image above the title. */
    hero: Generated<number>;
  };
  /** One row for each group of translations that ever was. */
  translation_groups: { id: Generated<number> };
  /** Former web titles of public posts; for a deleted post, all of them. */
  post_addresses: { post_title_web: string; post_id: number };
  /** Earlier versions of posts. */
  revisions: PostText & {
    id: Generated<number>;
    post_id: number;
    written_date: string;
    written_by: string | null;
    /** The versions of the post that had this text; null where it is not known. */
    first_version: Generated<number | null>;
    last_version: Generated<number | null>;
  };
  /** Secret links to posts that are not public; only their hashes are stored. */
  previews: {
    id: Generated<number>;
    post_id: number;
    token_hash: string;
    date_added: string;
    expires: string;
    /** Whether people with the link can comment on the post, for its author. */
    remarks: Generated<number>;
  };
  /** What invited readers say about a post; proposal is the paragraph as they would write it. */
  remarks: {
    id: Generated<number>;
    post_id: number;
    preview_id: number;
    name: string;
    paragraph: string;
    paragraph_html: string;
    quote: string;
    remark: string;
    proposal: string;
    answer: string;
    resolved: Generated<number>;
    date: string;
  };
  /**
   * Unsaved changes in a post form. The id is that of the open form, post_id is null for a new post, version is the version
   * of the post that was edited, and sequence increases with each change. In the bin it can be restored until it expires; of
   * one that has ended, because its text was saved or is in another draft, only the sequence is left.
   */
  drafts: PostText & {
    user_id: number;
    id: string;
    post_id: number | null;
    kind: Generated<PostKind>;
    post_title_web: string;
    active: number;
    scheduled_date: string | null;
    version: number;
    sequence: number;
    date: string;
    /** Identifies a new post from its first words on, also when the draft is continued in another form. */
    creation_id: Generated<string>;
    /** JSON: what the form sets besides the text. */
    settings: Generated<string>;
    state: Generated<'open' | 'bin' | 'ended'>;
    /** When it was moved to the bin, or ended. */
    ended_date: string | null;
  };
  /** Text that was deleted while writing. Of a post that was never saved, creation_id is that of its form. */
  cuts: {
    id: string;
    post_id: number | null;
    user_id: number;
    creation_id: string;
    html: string;
    search_text: string;
    /** The nearest heading, or the first words of the block before it. */
    place: string;
    sequence: number;
    date: string;
  };
  /** Which comment was sent with which form, so that a form that is sent twice is one comment. */
  comment_forms: { form_id: string; comment_id: number; date: string };
  /** Credentials of other servers, encrypted with a key that is not in the database. */
  connections: { name: string; sealed: string; changed: string };
  /** Which new post of a form became which post, so that a repeated request does not create it twice. */
  post_creations: { user_id: number; creation_id: string; post_id: number; date: string };
  categories: {
    id: Generated<number>;
    category_path: string;
    /** JSON: the title of each segment of the path, '' where it follows from the segment; empty: all of them do. */
    titles: Generated<string>;
    /** Plain text. */
    description: Generated<string>;
    /** While it is renamed in the background: the path whose lists contain its posts as well. */
    moving_to: string | null;
  };
  /** Categories of a post besides `posts.category_id`. */
  post_categories: { post_id: number; category_id: number };
  tags: {
    id: Generated<number>;
    /** In URLs and in the API. */
    tag_name: string;
    /** What readers see. */
    display_name: string;
    /** The display name without differences of case and spacing (`contract/terms.ts`), to find a tag by it. */
    name_key: string;
  };
  post_tags: { id: Generated<number>; post_id: number; tag_id: number };
  /** Lists in their order: one row per list that contains the post. */
  listings: { kind: ListingKind; name: string; post_date: string; post_id: number; shuffle: number };
  listing_totals: { kind: ListingKind; name: string; total: number };
  /** Kept by triggers: `comments:APPROVED:VERDICT`, `images`, `image_bytes`, `votes`; the sum of all slots is the total. */
  totals: { name: string; slot: number; total: number };
  /** Kept by triggers: their sum increases whenever the threads of the approved comments of a post change. */
  comment_versions: { post_id: number; slot: number; version: number };
  /** Plain text of active posts, for search excerpts; `search-index.ts` holds their words. */
  search_texts: { post_id: number; body: string };
  /** Posts whose `search_text` is not in `post_grams` yet, or changed since (`gram-index.ts`). */
  unindexed_posts: { post_id: number };
  images: {
    id: Generated<number>;
    post_id: number;
    /** SHA-256 of the uploaded bytes, so that the same image is stored once. */
    hash: string;
    /** JSON: [{ name, width, height, bytes }], narrowest first. */
    variants: string;
    width: number;
    height: number;
    color: string;
    alt: Generated<string>;
    main_image: number;
    /** Shown by social networks instead of the main image. */
    social_image: Generated<number>;
    /** The point in percent that stays visible when the image is cropped. */
    focal_x: Generated<number>;
    focal_y: Generated<number>;
    bytes: number;
    date_added: string;
  };
  /** The images that the current text of a post names, by the hash in their file names. */
  text_images: { post_id: number; hash: string };
  revision_images: { revision_id: number; hash: string };
  /** Alternative text and post title in lowercase: apart from the images, so that a search reads little. */
  image_search: { image_id: number; content: string };
  /** Deleted posts and images until they expire. */
  bin: {
    kind: 'post' | 'image';
    item_id: number;
    /** The post itself, or the post that the image belonged to. */
    post_id: number;
    post_kind: Generated<PostKind>;
    title: string;
    /** JSON: the image to show in the list. */
    image: string | null;
    deleted_by: string | null;
    deleted_date: string;
    expires: string;
  };
  /** The rows of an entry of the bin, as JSON in parts. */
  bin_rows: {
    kind: 'post' | 'image';
    item_id: number;
    part: number;
    table_name: string;
    content: string;
  };
  /** The images that an entry of the bin would need again. */
  bin_images: { kind: 'post' | 'image'; item_id: number; hash: string };
  /** Where the files of images in the bin are. */
  hidden_files: {
    hash: string;
    folder: string;
    /** JSON: the names that the files have when they are not hidden. */
    names: string;
    hidden: number;
    /** Whether the files may be in the wrong place. */
    pending: number;
    /** Whether a restored text may show them again. */
    reconsidered: number;
  };
  comments: {
    id: Generated<number>;
    post_id: number;
    user_name: string;
    comment_text: string;
    date_added: string;
    approved: number;
    /** Detects copies of a text; null for the owner's comments and for short ones. */
    text_hash: Generated<string | null>;
    /** JSON: signals of the submission other than its words. */
    signs: Generated<string>;
    /** 0: no suspicion, 1: suspicious, 2: likely spam. It only sorts the moderation queue. */
    verdict: Generated<number>;
    /** JSON: the reasons for the verdict, as text. */
    reasons: Generated<string>;
    /** How the comment was last used as a training sample, so that it never counts twice. */
    taught: Generated<'fine' | 'spam' | null>;
    /** The training round that the verdict is based on. */
    scored_round: Generated<number>;
    /** JSON: features of a pending comment; null before they are extracted and when they are no longer needed. */
    features: Generated<string | null>;
    /** The profile of the administrator who wrote it. */
    user_id: Generated<number | null>;
    /** The comment of the same post that it replies to; always one with a smaller id. */
    parent_id: Generated<number | null>;
    /** http or https. */
    author_url: Generated<string | null>;
    source: Generated<CommentSource>;
    /** Who wrote it, as far as the site can tell; null for the owner. */
    person: Generated<string | null>;
    /** A keyed hash of the sender's IP address, as long as the comment waits. */
    address: Generated<string | null>;
    /** Where it can be read on the server that it came from, http or https. */
    origin_url: Generated<string | null>;
    /** What identifies it on that server. */
    origin_id: Generated<string | null>;
    date_edited: Generated<string | null>;
    /** When followers of the comments above were notified of it: once, however often it is approved. */
    date_told: Generated<string | null>;
  };
  /** How many approved and how many deleted comments contain a word. */
  spam_words: { word: string; fine: number; spam: number; round: number };
  /** One row: the number of training samples, and the training round, which increases with each of them. */
  spam_totals: { id: number; fine: number; spam: number; round: number };
  votes: { post_id: number; address: string; date_added: string };
  users: {
    id: Generated<number>;
    username: string;
    username_key: string;
    password_hash: string;
    date_added: string;
    /** Whether a passkey is required after the password. */
    second_factor: Generated<number>;
    /** Whether the password is too weak for a public site; null when it was set before this was recorded. */
    weak_password: Generated<number | null>;
    /** When a generated password that was never used expires. */
    unused_until: Generated<string | null>;
  };
  /** What readers see of an administrator. The profile of a former author stays. */
  profiles: {
    user_id: number;
    display_name: Generated<string>;
    /** HTML. */
    bio: Generated<string>;
    /** JSON: [{ label, url }] */
    links: Generated<string>;
    version: Generated<number>;
    /** Of the admin area; empty: that of the site. */
    language: Generated<string>;
  };
  passkeys: {
    id: Generated<number>;
    user_id: number;
    credential_id: string;
    public_key: string;
    counter: number;
    /** JSON: WebAuthn transports. */
    transports: string;
    /** WebAuthn backup eligibility and backup state. */
    can_sync: number;
    synced: number;
    name: string;
    date_added: string;
    last_used: string | null;
  };
  /** Each code works once and is then deleted; only hashes are stored. */
  recovery_codes: { user_id: number; code_hash: string };
  /** Sign-ins in progress: the password was correct, or a passkey has to sign the challenge. */
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
    /** When the user last re-authenticated. */
    confirmed: Generated<string | null>;
  };
  /** Keyed hashes of browser and network, from which an administrator signed in. */
  sign_in_places: { user_id: number; place: string; last_seen: string };
  /** What was done, by whom (null: by the server) and from which IP address and browser. */
  activity: {
    id: Generated<number>;
    date: string;
    kind: string;
    /** In English. */
    what: string;
    /** JSON of a `Message`, for other languages; null if it has no values. */
    message: string | null;
    username: string | null;
    address: string;
    browser: string;
  };
  attempts: { kind: string; subject: string; at: string };
  settings: { name: string; value: string };
  migrations: { name: string; applied: string };
  /** Audio, video, and preview images of embedded pages. */
  media: {
    id: Generated<number>;
    hash: string;
    kind: 'audio' | 'video' | 'preview';
    /** The name of the uploaded file. */
    title: string;
    type: string;
    /** JSON: the stored files, with their sizes. */
    variants: string;
    bytes: number;
    date_added: string;
  };
  /** Images that belong to no post: `logo`, `logo_dark`, `icon`, `social`, and `author:ID` for the photo of a user. */
  site_images: {
    name: string;
    hash: string;
    /** JSON: the stored files, with their sizes. */
    variants: string;
    /** Whether it is dark on a transparent ground, so that it cannot be seen on a dark page. */
    needs_plate: number;
    date_added: string;
  };
  embeds: {
    url: string;
    /** JSON; null while the page could not be read. */
    found: string | null;
    /** JSON: the preview image. */
    image: string | null;
    tries: number;
    retry_date: string | null;
    date_found: string | null;
  };
  /** Long work that survives restarts, one row for each; finished ones stay for a while. */
  jobs: {
    id: Generated<number>;
    kind: string;
    /** JSON. */
    payload: string;
    /** The data folder that has the job's files; null: any server of the site can run it. */
    host: string | null;
    /** When it is due; while it runs, the end of its lease. */
    next_run: string;
    /** The process that runs it. */
    owner: Generated<string | null>;
    /** Starts since it last made progress. */
    attempts: Generated<number>;
    cancel_requested: Generated<number>;
    /** JSON, for progress bars. */
    progress: Generated<string | null>;
    outcome: Generated<'done' | 'failed' | 'canceled' | null>;
    /** Why it failed, or why the last attempt did. */
    error: Generated<string | null>;
    date_added: string;
    date_finished: Generated<string | null>;
  };
  /** What waits to be sent to other servers. What was sent, or failed for good, is deleted. */
  outbox: {
    id: Generated<number>;
    /** As that of the job that sends it. */
    kind: string;
    /** Identifies it within the kind. */
    key: string;
    /** What is sent to the same one is sent in order, one at a time. */
    host: string;
    payload: string | null;
    /** Increases when it is enqueued again, so that a change while it is being sent is not lost. */
    version: Generated<number>;
    /** How often the server refused it. */
    attempts: Generated<number>;
    next_run: string;
    /** Why the last attempt failed. */
    error: string | null;
    date_added: string;
  };
  /** Hosts that failed last time. What waits for them is due at `next_run`. */
  outbox_hosts: {
    kind: string;
    host: string;
    next_run: string;
    attempts: number;
    date_failing: string;
    /** 1 after a week of failures: what waited for it was deleted. */
    given_up: Generated<number>;
    error: string;
  };
  /** Likes and reposts on other servers. They are no votes. */
  reactions: {
    id: Generated<number>;
    post_id: number;
    kind: ReactionKind;
    source: RemoteSource;
    /** Identifies it on the other server. */
    origin_id: string;
    author_name: string;
    author_url: string | null;
    date_added: string;
  };
  /** Posts and the owner's answers that changed since other servers were notified of them. */
  announcements: {
    kind: 'post' | 'answer';
    subject_id: number;
    /** Increases with every change, so that one which happens meanwhile is not lost. */
    version: Generated<number>;
  };
}

/**
 * Public lists: `all` has every active post, `category` lists by any segment of the category path, `topic` by its first
 * segment, `tag` by tag, `path` by the path of each category and those above it. For the owner, `inactive` has every inactive
 * post, and `filed` and `inactive-filed` list by the id of each category, 0 for no main category. Pages are in lists of their
 * own, so that no list of posts can contain one.
 */
export type ListingKind =
  | 'all'
  | 'category'
  | 'topic'
  | 'tag'
  | 'path'
  | 'filed'
  | 'inactive'
  | 'inactive-filed'
  | 'page'
  | 'inactive-page';

export type PostKind = 'post' | 'page';

/** Where a comment came from; pingbacks and trackbacks are mentions by other sites. Others may follow. */
export type CommentSource = 'local' | 'import' | 'pingback' | 'trackback' | RemoteSource;

/** password: it was correct; passkey: for signing in; confirm: for re-authenticating; new: for registering one. */
export type StepKind = 'password' | 'passkey' | 'confirm' | 'new';

export type ReactionKind = 'like' | 'repost';

/** Where a comment or a reaction was written, if not here. */
export type RemoteSource = 'webmention' | 'fediverse' | 'bluesky' | 'mastodon' | 'report';
