import { moderateIn } from '../../../core/comments/moderation.ts';
import { changeAndTrain } from '../../../core/comments/spam.ts';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { addressKey } from '../../../platform/http/api/mail-address.ts';
import { message } from '../../../platform/messages/translate.ts';
import type { MailModeration, ModerationAction } from '../api/moderation.ts';
import { hashOfToken } from '../queue/links.ts';
import { type ShownComment, shownComments } from '../store/comment-notices.ts';
import { takeToken, validToken } from '../store/tokens.ts';
import { type ModerationLink, originOf, versionOf } from './comment-template.ts';
import { readOwner } from './owner-template.ts';

const linkPattern = /^(approve|spam|delete)-([\w-]{43})$/;

type Link = { action: ModerationAction; hash: string } & ModerationLink;

/** What a link in a mail is about, unless it was used, has expired, or went to an address that is no longer the owner's. */
async function linkIn(blog: Blog, db: Db, part: string): Promise<Link | null> {
  const [, action, token] = linkPattern.exec(part) ?? [];
  if (token === undefined) return null;
  const hash = hashOfToken(token);
  const found = await validToken(db, 'moderate', hash, nowIso(blog));
  const owner = found && (await readOwner(blog, db));
  if (!owner?.address || addressKey(owner.address) !== found?.address_key) return null;
  return { action: action as ModerationAction, hash, ...(JSON.parse(found.content) as ModerationLink) };
}

/** What the page behind a link shows. Nothing is changed, because programs for mail open every link. Null: invalid. */
export async function moderationAt(blog: Blog, part: string): Promise<MailModeration | null> {
  const link = await linkIn(blog, blog.db, part);
  if (!link) return null;
  const [comment] = await shownComments(blog.db, [link.comment]);
  return shown(link, comment, comment?.approved === 1 ? 'approved' : 'ask');
}

/**
 * Does what the link says, once, if the comment still waits and has the text that the page showed. The other links of the
 * comment in the mail are then used as well, because they are one token. Null: the link is invalid.
 */
export async function moderateByMail(
  blog: Blog,
  part: string,
  version: string,
): Promise<MailModeration | null> {
  return changeAndTrain<MailModeration | null>(blog, async (tx) => {
    const unchanged = (result: MailModeration | null) => ({ result, activity: [] });
    const link = await linkIn(blog, tx.db, part);
    if (!link) return unchanged(null);
    const [comment] = await shownComments(tx.db, [link.comment]);
    if (!comment) return unchanged(shown(link, undefined, 'gone'));
    if (comment.approved === 1) return unchanged(shown(link, comment, 'approved'));
    if (versionOf(comment) !== version) return unchanged(shown(link, comment, 'changed'));
    if (!(await takeToken(tx.db, 'moderate', link.hash, nowIso(blog)))) return unchanged(null);
    const { action } = link;
    const { result, activity } = await moderateIn(blog, tx, {
      action,
      ids: [link.comment],
      state: 'waiting',
    });
    return {
      result: shown(link, comment, result.length > 0 ? 'done' : 'gone'),
      activity: activity.map(({ kind, what }) => ({
        kind,
        what: message('{what}, by a link in a mail', { what }),
      })),
    };
  });
}

function shown(
  { action, version }: Link,
  comment: ShownComment | undefined,
  state: MailModeration['state'],
): MailModeration {
  if (!comment) return { action, state: 'gone', comment: null };
  const { id, user_name, comment_text, post_title, post_title_web } = comment;
  const current = versionOf(comment);
  return {
    action,
    state,
    comment: {
      id,
      user_name,
      comment_text,
      origin: originOf(comment),
      post_title,
      post_title_web,
      version: current,
      isAsMailed: current === version,
    },
  };
}
