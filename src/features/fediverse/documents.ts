import { newestPosts } from '../../core/feeds/store.ts';
import { publicAnswer } from '../../core/posts/channels/public-state.ts';
import * as posts from '../../core/posts/store/posts.ts';
import { byTitle } from '../../core/posts/store/web-titles.ts';
import { readSite } from '../../core/site/site.ts';
import type { Blog } from '../../platform/blog.ts';
import { listTag, postTag, read, siteTag } from '../../platform/http/cache/reads.ts';
import { escapeHtml } from '../../platform/web/escape-html.ts';
import { answerObject, answerObjectUrl, isForFediverse, mentionedIn } from './answer-object.ts';
import { activityStreams, actorUrl, type Json } from './deliver.ts';
import { federatedSite, notFound } from './federated-site.ts';
import {
  createActivity,
  currentVersion,
  postObject,
  postObjectUrl,
  tombstone,
  withHtml,
} from './post-object.ts';
import { countFollowers, sentObject, sentPosts } from './store/fediverse.ts';
import { fediverseUrls, type objectAt } from './urls.ts';

/** What was at this URL is deleted. */
export class Gone extends Error {
  readonly tombstone: Json;

  constructor(id: string) {
    super('The object is deleted.');
    this.tombstone = { '@context': activityStreams, ...tombstone(id) };
  }
}

const inContext = (document: Json): Json => ({
  '@context': [activityStreams, { Hashtag: 'as:Hashtag', sensitive: 'as:sensitive' }],
  ...document,
});

const all = { kind: 'all', name: '' } as const;
const pageSize = 20;

const countPublic = (blog: Blog): Promise<number> =>
  read(
    blog,
    (db) => posts.countListed(db, [all]),
    () => [listTag(all)],
  );

/** All public posts, newest first. */
export async function outbox(blog: Blog): Promise<Json> {
  await federatedSite(blog);
  const id = blog.siteUrl() + fediverseUrls.outbox;
  const totalItems = await countPublic(blog);
  const last = Math.max(1, Math.ceil(totalItems / pageSize));
  return inContext({
    id,
    type: 'OrderedCollection',
    totalItems,
    first: `${id}?page=1`,
    last: `${id}?page=${last}`,
  });
}

export async function outboxPage(blog: Blog, page: number): Promise<Json> {
  const site = await federatedSite(blog);
  const id = blog.siteUrl() + fediverseUrls.outbox;
  const total = await countPublic(blog);
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (page > last) throw notFound();
  const found = await read(
    blog,
    (db) => newestPosts(db, all, pageSize, (page - 1) * pageSize),
    (listed) => [listTag(all), ...listed.map((post) => postTag(post.id))],
  );
  const ids = found.map((post) => post.id);
  const sent = await read(
    blog,
    (db) => sentPosts(db, ids),
    () => [listTag(all), ...ids.map(postTag)],
  );
  const versionOf = (postId: number) => currentVersion(sent.find(({ subject_id }) => subject_id === postId));
  return inContext({
    id: `${id}?page=${page}`,
    type: 'OrderedCollectionPage',
    partOf: id,
    totalItems: total,
    ...(page > 1 && { prev: `${id}?page=${page - 1}` }),
    ...(page < last && { next: `${id}?page=${page + 1}` }),
    orderedItems: found.map((post) => ({
      actor: actorUrl(blog),
      ...createActivity(postObject(blog, site, post, versionOf(post.id))),
    })),
  });
}

/** How outdated the number of followers may be. */
const followersMs = 60_000;

/** How many there are. Who they are is their business. */
export async function followers(blog: Blog): Promise<Json> {
  await federatedSite(blog);
  blog.reads?.expireWithin(followersMs);
  const totalItems = await read(blog, countFollowers, () => [siteTag]);
  return inContext({ id: blog.siteUrl() + fediverseUrls.followers, type: 'OrderedCollection', totalItems });
}

export async function following(blog: Blog): Promise<Json> {
  await federatedSite(blog);
  const id = blog.siteUrl() + fediverseUrls.following;
  return inContext({ id, type: 'OrderedCollection', totalItems: 0, orderedItems: [] });
}

/** A post or an answer. Deleted ones that others know are gone, all else was never there. */
export async function objectDocument(
  blog: Blog,
  { kind, id, version }: NonNullable<ReturnType<typeof objectAt>>,
): Promise<Json> {
  const object =
    kind === 'post' ? await publicPostObject(blog, id, version) : await answerDocument(blog, id, version);
  return inContext(object);
}

async function publicPostObject(blog: Blog, id: number, version: number): Promise<Json> {
  const site = await federatedSite(blog);
  const { post } = await seePost(blog, id, version);
  return postObject(blog, site, post, version);
}

async function seePost(blog: Blog, id: number, version: number) {
  const [post, sent] = await read(
    blog,
    async (db) => [await posts.postById(db, id, 'approved'), await sentObject(db, 'post', id)] as const,
    () => [postTag(id)],
  );
  const current = currentVersion(sent);
  if (post?.active === 1 && post.kind === 'post' && version === current) return { post: withHtml(post) };
  if (sent && version <= sent.version) throw new Gone(postObjectUrl(blog, id, version));
  throw notFound();
}

/** Replies from the fediverse that the owner approved. */
export async function replies(blog: Blog, id: number, version: number): Promise<Json> {
  await federatedSite(blog);
  const { post } = await seePost(blog, id, version);
  const items = post.comments.flatMap(({ source, parent_id, origin_id }) =>
    source === 'fediverse' && parent_id === null && origin_id !== null ? [origin_id] : [],
  );
  const url = blog.siteUrl() + fediverseUrls.replies(id, version);
  return inContext({ id: url, type: 'Collection', totalItems: items.length, items });
}

async function answerDocument(blog: Blog, id: number, version: number): Promise<Json> {
  const site = await federatedSite(blog);
  // Rarely asked for: each is made for its request, with what it depends on.
  if (blog.reads) blog.reads.isCacheable = false;
  const sent = await sentObject(blog.db, 'answer', id);
  const answer = await publicAnswer(blog, id);
  if (sent && !sent.deleted && version === sent.version && answer && isForFediverse(blog, answer))
    return answerObject(blog, site, answer, await mentionedIn(blog.db, answer), version);
  if (sent && version <= sent.version) throw new Gone(answerObjectUrl(blog, id, version));
  throw notFound();
}

/** The path of the object of the post that has or had this web title; null when there is none, or off. */
export async function objectPathOf(blog: Blog, webTitle: string): Promise<string | null> {
  if ((await readSite(blog)).fediverse === 'off') return null;
  const found = await byTitle(blog.db, webTitle);
  if (!found) return null;
  const sent = await sentObject(blog.db, 'post', found.post_id);
  if (found.active !== 1) return sent ? fediverseUrls.post(found.post_id, sent.version) : null;
  return fediverseUrls.post(found.post_id, currentVersion(sent));
}

/** https://nodeinfo.diaspora.software/protocol */
const nodeInfoSchema = 'http://nodeinfo.diaspora.software/ns/schema';
export type NodeInfoVersion = '2.0' | '2.1';
export const nodeInfoProfile = (version: NodeInfoVersion): string => `${nodeInfoSchema}/${version}`;

export async function nodeInfoLinks(blog: Blog): Promise<Json> {
  await federatedSite(blog);
  const siteUrl = blog.siteUrl();
  return {
    links: [
      { rel: nodeInfoProfile('2.1'), href: siteUrl + fediverseUrls.nodeInfo },
      { rel: nodeInfoProfile('2.0'), href: siteUrl + fediverseUrls.nodeInfo20 },
    ],
  };
}

export async function nodeInfo(blog: Blog, version: NodeInfoVersion): Promise<Json> {
  const site = await federatedSite(blog);
  return {
    version,
    software: { name: 'not-terrible', version: blog.version },
    protocols: ['activitypub'],
    services: { inbound: [], outbound: [] },
    openRegistrations: false,
    usage: { users: { total: 1 }, localPosts: await countPublic(blog) },
    metadata: { nodeName: site.site_name, nodeDescription: site.site_description },
  };
}

/** RFC 6415: where WebFinger is, for servers that do not assume its place. */
export async function hostMeta(blog: Blog): Promise<string> {
  await federatedSite(blog);
  const template = `${blog.siteUrl()}${fediverseUrls.webFinger}?resource={uri}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<XRD xmlns="http://docs.oasis-open.org/ns/xri/xrd-1.0">
  <Link rel="lrdd" type="application/jrd+json" template="${escapeHtml(template)}"/>
</XRD>
`;
}
