import { createHash } from 'node:crypto';
import { commentText } from '../../../../content/foreign/comment-text.ts';
import type { CommentItem, CommentSource, LeftOutItem } from '../../items.ts';
import { dateField, type Fields, field, idField } from './fields.ts';
import type { BlogIndex } from './index-of-blog.ts';
import { detached, plainLine } from './xml-text.ts';

type PostOfComments = {
  key: string;
  /** Why comments have no place; null when they have. */
  leftOut: string | null;
};

const hidden: Record<string, string> = {
  spam: 'It was marked as spam.',
  trash: 'It was in the trash.',
  'post-trashed': 'Its post was in the trash.',
};
const mentions: Record<string, CommentSource> = {
  pingback: 'pingback',
  trackback: 'trackback',
  webmention: 'pingback',
};
/** Notes that plugins keep as comments. */
const internal = new Set(['order_note', 'action_log', 'note', 'edd_payment_note']);

type CommentResult = CommentItem | LeftOutItem;

/** The comments of one post, in an order in which each follows the one that it replies to. */
export class Comments {
  readonly #index: BlogIndex;
  readonly #host: string;
  readonly #post: PostOfComments;
  /** Comments that were left out or are missing, so that replies to them are not. */
  readonly #kept = new Set<string>();

  constructor(index: BlogIndex, host: string, post: PostOfComments) {
    this.#index = index;
    this.#host = host;
    this.#post = post;
  }

  *items(comments: readonly Fields[]): Generator<CommentResult> {
    for (const fields of parentsFirst(comments)) yield this.#item(fields);
  }

  #item(fields: Fields): CommentResult {
    const text = detached(commentText(fields.get('wp:comment_content') ?? '', { lineBreaks: true }));
    const name = detached(plainLine(field(fields, 'wp:comment_author'))) || 'Anonymous';
    const id = idField(fields, 'wp:comment_id');
    const common = {
      key: `${this.#host}/comment/${id || hashOf(this.#post.key, fields)}`,
      sourceKind: 'comment',
      label: `${name}: ${text.slice(0, 60).replace(/\s+/g, ' ')}`,
    };
    const type = field(fields, 'wp:comment_type');
    const approved = field(fields, 'wp:comment_approved') || '1';
    const reason =
      this.#post.leftOut ??
      (Object.hasOwn(hidden, approved) ? hidden[approved] : undefined) ??
      (internal.has(type) ? `It is a note of a plugin (${type}).` : undefined) ??
      (text === '' ? 'It has no text.' : undefined);
    if (reason !== undefined) return { ...common, kind: 'left-out', reason };
    const remarks: string[] = [];
    const parent = idField(fields, 'wp:comment_parent');
    const hasParent = parent !== '' && this.#kept.has(parent);
    if (parent !== '' && !hasParent)
      remarks.push('The comment that it replies to was left out or is missing.');
    if (id) this.#kept.add(id);
    const author =
      this.#index.authorsById.get(idField(fields, 'wp:comment_user_id')) ??
      this.#index.authorsByEmail.get(field(fields, 'wp:comment_author_email').toLowerCase());
    const url = field(fields, 'wp:comment_author_url');
    return {
      ...common,
      kind: 'comment',
      post: { key: this.#post.key },
      ...(hasParent && { parent: `${this.#host}/comment/${parent}` }),
      name,
      ...(/^https?:\/\/[^\s/]/i.test(url) && { url: detached(url) }),
      text,
      date: dateField(fields, 'wp:comment_date', this.#index.offset),
      approved: approved === '1' || approved === 'approve' || approved === 'approved',
      ...(author !== undefined && { author: `${this.#host}/author/${author}` }),
      source: mentions[type] ?? 'comment',
      ...(remarks.length > 0 && { remarks }),
    };
  }
}

function hashOf(post: string, fields: Fields): string {
  const hash = createHash('sha256').update(post);
  for (const name of ['wp:comment_author', 'wp:comment_date', 'wp:comment_content'])
    hash.update(`\0${fields.get(name)}`);
  return hash.digest('hex').slice(0, 16);
}

/** Keeps the order of the export, except that replies wait for their parents. */
function parentsFirst(comments: readonly Fields[]): Fields[] {
  const ids = new Set(comments.map((fields) => idField(fields, 'wp:comment_id')));
  const waiting = new Map<string, Fields[]>();
  const ordered: Fields[] = [];
  const written = new Set<string>();
  for (const fields of comments) {
    const parent = idField(fields, 'wp:comment_parent');
    if (parent && ids.has(parent) && !written.has(parent)) {
      waiting.set(parent, [...(waiting.get(parent) ?? []), fields]);
      continue;
    }
    const queue = [fields];
    for (const one of queue) {
      const id = idField(one, 'wp:comment_id');
      ordered.push(one);
      written.add(id);
      queue.push(...(waiting.get(id) ?? []));
      waiting.delete(id);
    }
  }
  // Comments that reply to each other in a circle.
  for (const rest of waiting.values()) ordered.push(...rest);
  return ordered;
}
