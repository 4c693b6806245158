import { hash } from 'node:crypto';
import PostalMime, { type Email } from 'postal-mime';
import { commentText } from '../../../content/foreign/comment-text.ts';
import { allUsers } from '../../../core/accounts/store/users.ts';
import { addComment, type CommentSender } from '../../../core/comments/comments.ts';
import { moderateMany } from '../../../core/comments/moderation.ts';
import { commentTextProblem } from '../../../core/comments/rules/comments.ts';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import { addressKey } from '../../../platform/http/api/mail-address.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { ReaderProblem } from '../../../platform/http/reader-problem.ts';
import { visitor } from '../../../platform/http/viewer.ts';
import { readBytes } from '../../../platform/smtp/dsn.ts';
import { answerDays, type ModerationLink, versionOf } from '../notices/comment-template.ts';
import { readOwner } from '../notices/owner-template.ts';
import { hashOfAddress, hashOfToken } from '../queue/links.ts';
import { shownComments } from '../store/comment-notices.ts';
import { mailedPost } from '../store/returned-mails.ts';
import { validToken } from '../store/tokens.ts';

const day = 24 * 60 * 60 * 1000;
const maxIds = 20;

/** Whether headers could be those of an answer. */
export const looksLikeAnswer = (headers: string): boolean => /^in-reply-to:/im.test(headers);

/**
 * A subscriber's answer to a newsletter becomes a comment, moderated like any other, and the owner's answer to the mail about a
 * comment is published below it. The Message-ID that it answers is the authority: it is made with a key of the site for each
 * recipient, so only they know it. False for all other messages.
 */
export async function receiveAnswer(blog: Blog, raw: Uint8Array): Promise<boolean> {
  const mail = await parsed(raw.subarray(0, readBytes));
  const from = addressKey(mail?.from?.address ?? '');
  if (!mail || from === '' || isAutomatic(mail)) return false;
  const ids = (`${mail.inReplyTo ?? ''} ${mail.references ?? ''}`.match(/<[^<>\s]{1,250}>/g) ?? []).slice(
    0,
    maxIds,
  );
  const comment_text = answerIn(mail.text ?? commentText(mail.html ?? ''));
  const form_id = `mail-${hash('sha256', mail.messageId ?? comment_text).slice(0, 40)}`;
  const person = hashOfAddress(blog, from);
  const sender = { address: person, since: undefined, browser: `mail ${person}` };
  const since = new Date(blog.now().getTime() - answerDays * day).toISOString();
  try {
    const own = await commentAnswered(blog, ids, from);
    const sent = own ?? (await mailedPost(blog.db, ids, from, since));
    if (own) await answerAsOwner(blog, own, { comment_text, form_id }, sender);
    else if (sent) {
      const user_name = (mail.from?.name ?? '').slice(0, 50);
      await addComment(blog, visitor, sent.post_id, { comment_text, user_name, form_id }, sender);
    }
    return sent !== undefined;
  } catch (error) {
    // Closed comments, no text, too many: the message stays unread in the mailbox, where the owner finds it.
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** The comment that a mail to the owner was about, unless its text was changed since. */
async function commentAnswered(blog: Blog, ids: readonly string[], from: string) {
  const owner = await readOwner(blog, blog.db);
  if (!owner?.address || addressKey(owner.address) !== from) return undefined;
  for (const id of ids) {
    const found = await validToken(blog.db, 'moderate', hashOfToken(id), nowIso(blog));
    if (found?.address_key !== from) continue;
    const link = JSON.parse(found.content) as ModerationLink;
    const [comment] = await shownComments(blog.db, [link.comment]);
    if (comment && (comment.approved === 1 || versionOf(comment) === link.version)) return comment;
  }
  return undefined;
}

/** Approves the comment and publishes the answer. Both are done once, however often the message is read. */
async function answerAsOwner(
  blog: Blog,
  { id, post_id }: { id: number; post_id: number },
  written: { comment_text: string; form_id: string },
  sender: CommentSender,
): Promise<void> {
  const [first] = await allUsers(blog.db);
  if (!first) return;
  const { id: userId, username } = first;
  const byMail = { ...blog, actor: { username, address: '', browser: 'mail' } };
  const problem = commentTextProblem(written.comment_text);
  if (problem) throw new ReaderProblem('invalid', problem);
  await moderateMany(byMail, { action: 'approve', ids: [id], state: 'waiting' });
  const viewer = { admin: true, userId, username, sessionId: '' } as const;
  await addComment(byMail, viewer, post_id, { ...written, parent_id: id }, sender);
}

/** Out-of-office replies and the like (RFC 3834). */
function isAutomatic({ headers }: Email): boolean {
  const value = (name: string) => headers.find(({ key }) => key === name)?.value.toLowerCase() ?? '';
  const submitted = value('auto-submitted');
  return (
    (submitted !== '' && submitted !== 'no') ||
    /bulk|junk|list|auto_reply/.test(value('precedence')) ||
    value('x-auto-response-suppress') !== '' ||
    value('list-id') !== ''
  );
}

/** Where the message that is answered begins, or the signature. */
const end = /^(?:-- ?|-{2,} ?[^-]{3,40} ?-{2,}|_{10,}|>.*)$/;
/** "On Monday, Ada wrote:" takes this many lines at most. */
const introductionLines = 3;

/** The text that was written, without what is quoted, the line that introduces it, and the signature. */
export function answerIn(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const at = lines.findIndex((line) => end.test(line));
  if (at < 0) return text.trim();
  const written = lines.slice(0, at).join('\n').trimEnd();
  if (!lines[at]?.startsWith('>') || !written.endsWith(':')) return written.trim();
  const paragraph = written.slice(written.lastIndexOf('\n\n') + 1).trim();
  const isIntroduction = paragraph.split('\n').length <= introductionLines;
  return isIntroduction ? written.slice(0, -paragraph.length).trim() : written.trim();
}

async function parsed(raw: Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(raw, { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 });
  } catch {
    return null;
  }
}
