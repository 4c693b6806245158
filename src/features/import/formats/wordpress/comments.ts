import { createHash } from 'node:crypto';
import { commentText } from '../../../../content/foreign/comment-text.ts';
import type { CommentItem, CommentSource, LeftOutItem } from '../../items.ts';
import { commentItem } from '../common-items.ts';
import { dateField, type Fields, field, idField } from './fields.ts';
import type { Blog } from './items.ts';
import { detached, plainLine } from './xml-text.ts';

export type PostOfComments = {
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

export function readComment(
  fields: Fields,
  { index, addresses: { host } }: Blog,
  post: PostOfComments,
): CommentItem | LeftOutItem {
  const text = detached(commentText(fields.get('wp:comment_content') ?? '', { lineBreaks: true }));
  const id = idField(fields, 'wp:comment_id');
  const parent = idField(fields, 'wp:comment_parent');
  const type = field(fields, 'wp:comment_type');
  const approved = field(fields, 'wp:comment_approved') || '1';
  const author =
    index.authorsById.get(idField(fields, 'wp:comment_user_id')) ??
    index.authorsByEmail.get(field(fields, 'wp:comment_author_email').toLowerCase());
  const url = field(fields, 'wp:comment_author_url');
  return commentItem({
    key: `${host}/comment/${id || hashOf(post.key, fields)}`,
    parent: parent && `${host}/comment/${parent}`,
    leftOut:
      post.leftOut ??
      (Object.hasOwn(hidden, approved) ? hidden[approved] : undefined) ??
      (internal.has(type) ? `It is a note of a plugin (${type}).` : undefined),
    post: { key: post.key },
    name: detached(plainLine(field(fields, 'wp:comment_author'))),
    url: /^https?:\/\/[^\s/]/i.test(url) ? detached(url) : '',
    author: author && `${host}/author/${author}`,
    text,
    date: dateField(fields, 'wp:comment_date', index.offset),
    approved: /^(?:1|approved?)$/.test(approved),
    source: mentions[type] ?? 'comment',
  });
}

function hashOf(post: string, fields: Fields): string {
  const hash = createHash('sha256').update(post);
  for (const name of ['wp:comment_author', 'wp:comment_date', 'wp:comment_content'])
    hash.update(`\0${fields.get(name)}`);
  return hash.digest('hex').slice(0, 16);
}
