import { createHash } from 'node:crypto';
import { commentText } from '../../../../content/foreign/comment-text.ts';
import type { CommentItem, CommentSource, LeftOutItem } from '../../items.ts';
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

export function commentItem(
  fields: Fields,
  { index, addresses: { host } }: Blog,
  post: PostOfComments,
): CommentItem | LeftOutItem {
  const text = detached(commentText(fields.get('wp:comment_content') ?? '', { lineBreaks: true }));
  const name = detached(plainLine(field(fields, 'wp:comment_author'))) || 'Anonymous';
  const id = idField(fields, 'wp:comment_id');
  const parent = idField(fields, 'wp:comment_parent');
  const common = {
    key: `${host}/comment/${id || hashOf(post.key, fields)}`,
    sourceKind: 'comment',
    label: `${name}: ${text.slice(0, 60).replace(/\s+/g, ' ')}`,
    ...(parent && { parent: `${host}/comment/${parent}` }),
  };
  const type = field(fields, 'wp:comment_type');
  const approved = field(fields, 'wp:comment_approved') || '1';
  const reason =
    post.leftOut ??
    (Object.hasOwn(hidden, approved) ? hidden[approved] : undefined) ??
    (internal.has(type) ? `It is a note of a plugin (${type}).` : undefined) ??
    (text === '' ? 'It has no text.' : undefined);
  if (reason !== undefined) return { ...common, kind: 'left-out', reason };
  const author =
    index.authorsById.get(idField(fields, 'wp:comment_user_id')) ??
    index.authorsByEmail.get(field(fields, 'wp:comment_author_email').toLowerCase());
  const url = field(fields, 'wp:comment_author_url');
  return {
    ...common,
    kind: 'comment',
    post: { key: post.key },
    name,
    ...(/^https?:\/\/[^\s/]/i.test(url) && { url: detached(url) }),
    text,
    date: dateField(fields, 'wp:comment_date', index.offset),
    approved: approved === '1' || approved === 'approve' || approved === 'approved',
    ...(author !== undefined && { author: `${host}/author/${author}` }),
    source: mentions[type] ?? 'comment',
  };
}

function hashOf(post: string, fields: Fields): string {
  const hash = createHash('sha256').update(post);
  for (const name of ['wp:comment_author', 'wp:comment_date', 'wp:comment_content'])
    hash.update(`\0${fields.get(name)}`);
  return hash.digest('hex').slice(0, 16);
}
