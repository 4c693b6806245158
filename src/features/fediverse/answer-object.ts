import type { PublicAnswer } from '../../core/posts/channels/channel.ts';
import type { Site } from '../../core/site/api/site.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { commentUrl } from '../../platform/http/api/page-number.ts';
import { urls } from '../../platform/http/urls.ts';
import { escapeHtml } from '../../platform/web/escape-html.ts';
import { actorUrl, type Json } from './deliver.ts';
import { audience } from './post-object.ts';
import { actorById, personOf } from './store/fediverse.ts';
import { paragraphs } from './text-html.ts';
import { fediverseUrls } from './urls.ts';

/** The person that an answer is for. */
type Mentioned = Pick<
  Schema['fediverse_actors'],
  'actor' | 'inbox' | 'shared_inbox' | 'handle' | 'url' | 'date_blocked'
>;

export const answerObjectUrl = (blog: Blog, id: number, version: number): string =>
  blog.siteUrl() + fediverseUrls.answer(id, version);

/** Whether the answer is one to the fediverse: to a reply from there, or to an earlier answer that was sent there. */
export const isForFediverse = (blog: Blog, { parent }: PublicAnswer): boolean =>
  parent.source === 'fediverse' || parent.origin_id.startsWith(blog.siteUrl() + fediverseUrls.answers);

/** The author of the comment that is answered; null for one of the owner. */
export async function mentionedIn(db: Db, { parent }: PublicAnswer): Promise<Mentioned | null> {
  const person = await personOf(db, parent.id);
  return (person && (await actorById(db, person))) || null;
}

/** The owner's answer, as a reply that mentions the person: only then does Mastodon notify them. */
export function answerObject(
  blog: Blog,
  site: Site,
  { comment, parent, post }: PublicAnswer,
  mentioned: Mentioned | null,
  version: number,
): Json {
  const url = blog.siteUrl() + commentUrl(urls.post(post.post_title_web), comment.id);
  const [first = '', ...rest] = paragraphs(comment.comment_text, url);
  const mention = mentioned ? `${mentionLink(mentioned)} ` : '';
  const content = [`${mention}${first}`, ...rest].map((paragraph) => `<p>${paragraph}</p>`).join('');
  const { to, cc } = audience(blog);
  const language = post.language || site.language;
  return {
    id: answerObjectUrl(blog, comment.id, version),
    type: 'Note',
    attributedTo: actorUrl(blog),
    inReplyTo: parent.origin_id,
    content,
    contentMap: { [language]: content },
    url,
    published: comment.date_added,
    ...(comment.date_edited && { updated: comment.date_edited }),
    to,
    cc: mentioned ? [...cc, mentioned.actor] : cc,
    sensitive: false,
    tag: mentioned ? [{ type: 'Mention', href: mentioned.actor, name: mentioned.handle }] : [],
  };
}

function mentionLink({ actor, url, handle }: Mentioned): string {
  const name = handle.replace(/^@/, '').split('@')[0] ?? '';
  return `<span class="h-card"><a href="${escapeHtml(url ?? actor)}" class="u-url mention">@<span>${escapeHtml(name)}</span></a></span>`;
}
