import { createHash } from 'node:crypto';
import { cutAtWord } from '../../../content/document/truncate.ts';
import { originName } from '../../../core/comments/rules/origins.ts';
import { type Blog, nowIso, serverUrl } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { addressKey } from '../../../platform/http/api/mail-address.ts';
import { moderationActions } from '../api/moderation.ts';
import { mailUrls } from '../api/urls.ts';
import type { Part } from '../message/template.ts';
import * as messages from '../messages/mail.ts';
import { hashOfToken, newToken } from '../queue/links.ts';
import { type ShownComment, shownComments } from '../store/comment-notices.ts';
import { insertToken } from '../store/tokens.ts';
import type { NamedOwner, OwnerTemplate } from './owner-template.ts';

/** Of the comments in a mail, so that a flood makes no large mail. */
const maxShown = 20;
const maxTextLength = 1_000;
const maxTitleLength = 120;
const day = 24 * 60 * 60 * 1000;
const linkDays = 7;
/** Answers to older mails stay in the mailbox. */
export const answerDays = 60;

/** What the link of a mail is about; the action is in its URL. */
export type ModerationLink = { comment: number; version: string };

/** Changes with what the owner decides about. */
export const versionOf = ({ user_name, comment_text }: Pick<ShownComment, 'user_name' | 'comment_text'>) =>
  createHash('sha256').update(`${user_name}\n${comment_text}`).digest('base64url').slice(0, 22);

export const originOf = (comment: ShownComment): string | null => originName(comment, 'fediverse');

/** Of comments that wait; the links work until one of them was used. */
export async function commentTemplate(
  blog: Blog,
  tx: Db,
  { address, site }: NamedOwner,
  { fine, spam }: { fine: readonly number[]; spam: readonly number[] },
  /** Of the mail, so that its answer finds the comment. */
  messageId: string,
): Promise<OwnerTemplate> {
  const shown = fine.length === 0 ? [] : await shownComments(tx, fine.slice(0, maxShown));
  const parts: Part[] = [];
  for (const comment of shown) parts.push(...(await commentParts(blog, tx, address, comment)));
  const [only] = shown;
  if (only && shown.length === 1 && blog.mail?.imapUrl) {
    await storeLink(blog, tx, address, { secret: messageId, days: answerDays }, only);
    parts.push(messages.answerByMail);
  }
  const more = fine.length - shown.length;
  if (more > 0) parts.push(messages.moreWaiting(more));
  if (spam.length > 0) parts.push(messages.spamWaiting(spam.length));
  return {
    subject: subjectOf(shown, fine.length, site.site_name),
    parts,
    button: { label: messages.openQueue, url: `${serverUrl(blog)}/admin/comments` },
  };
}

function subjectOf([first]: readonly ShownComment[], count: number, siteName: string): string {
  if (!first) return messages.onlySpamWaiting(siteName);
  if (count > 1) return messages.commentsWaiting(count, siteName);
  return messages.commentWaiting(first.user_name, shortened(first.post_title, maxTitleLength));
}

async function commentParts(blog: Blog, tx: Db, address: string, comment: ShownComment): Promise<Part[]> {
  const token = newToken();
  await storeLink(blog, tx, address, { secret: token, days: linkDays }, comment);
  return [
    messages.wroteOn(comment.user_name, shortened(comment.post_title, maxTitleLength), originOf(comment)),
    { quote: shortened(comment.comment_text, maxTextLength) },
    {
      links: moderationActions.map((action) => ({
        label: messages.moderationLabels[action],
        url: serverUrl(blog) + mailUrls.moderate(`${action}-${token}`),
      })),
    },
  ];
}

async function storeLink(
  blog: Blog,
  tx: Db,
  address: string,
  { secret, days }: { secret: string; days: number },
  comment: ShownComment,
): Promise<void> {
  const link: ModerationLink = { comment: comment.id, version: versionOf(comment) };
  await insertToken(tx, {
    token_hash: hashOfToken(secret),
    purpose: 'moderate',
    content: JSON.stringify(link),
    address_key: addressKey(address),
    date_added: nowIso(blog),
    expires: new Date(blog.now().getTime() + days * day).toISOString(),
  });
}

function shortened(text: string, max: number): string {
  const cut = cutAtWord(text, max);
  return cut.length < text.length ? `${cut}…` : text;
}
