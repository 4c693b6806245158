import { type Blog, serverUrl } from '../../../platform/blog.ts';
import { mailUrls } from '../api/urls.ts';
import type { MailContent } from '../message/content.ts';
import { signedId } from '../queue/links.ts';
import type { Parts } from '../queue/parts.ts';
import * as store from '../store/newsletters.ts';
import { categoriesOfSubscribers, subscriberById } from '../store/subscribers.ts';
import { type WeekSnapshot, weekParts } from './week-mail.ts';

/**
 * What is sent, as it was when the sending began. A post is the same for everyone but for the links to the page of the
 * subscriber, so it is stored in parts, between which these links stand.
 */
export type Snapshot = PostSnapshot | WeekSnapshot;

/** With the categories of the post and those above them. */
export type PostSnapshot = { kind: 'post'; category_ids: number[] } & Parts;

/**
 * The mail for one subscriber. Null: it is not sent, because the newsletter was stopped, or because nothing of it is in the
 * categories that they chose.
 */
export async function newsletterContent(
  blog: Blog,
  newsletterId: number,
  subscriber: { id: number },
): Promise<MailContent | null> {
  const newsletter = await known(blog, newsletterId);
  if (!newsletter) return null;
  const { subject, snapshot } = newsletter;
  const parts = snapshot.kind === 'post' ? snapshot : await partsOfWeek(blog, snapshot, subscriber.id);
  if (!parts) return null;
  const signed = signedId(blog, 'subscriber', subscriber.id);
  const own = serverUrl(blog) + mailUrls.subscription(signed);
  return {
    subject,
    html: parts.html.join(own),
    text: parts.text.join(own),
    unsubscribeUrl: serverUrl(blog) + mailUrls.unsubscribe(signed),
  };
}

async function partsOfWeek(blog: Blog, snapshot: WeekSnapshot, subscriberId: number): Promise<Parts | null> {
  const subscriber = await subscriberById(blog.db, subscriberId);
  if (!subscriber) return null;
  const categoryIds = (await categoriesOfSubscribers(blog.db, [subscriberId])).get(subscriberId) ?? [];
  return weekParts(snapshot, { isAll: subscriber.all_posts === 1, categoryIds });
}

/** Reading and parsing a long post for each of thousands of recipients would cost more than sending it. */
async function known(
  blog: Blog,
  id: number,
): Promise<{ subject: string; snapshot: Snapshot; until: number } | null> {
  const cached = recent.get(blog.db)?.get(id);
  if (cached && cached.until > Date.now()) return cached;
  const row = await store.newsletterById(blog.db, id);
  if (!row?.date_started || row.date_canceled) return null;
  const found = {
    subject: row.subject,
    snapshot: JSON.parse(row.content) as Snapshot,
    until: Date.now() + recentMs,
  };
  // One newsletter is sent after another, so the last one is enough.
  recent.set(blog.db, new Map([[id, found]]));
  return found;
}

const recent = new WeakMap<object, Map<number, { subject: string; snapshot: Snapshot; until: number }>>();
/** How long a newsletter that was stopped may still be sent. */
const recentMs = 2_000;
