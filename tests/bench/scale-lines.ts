import { subscribersPath } from '../../src/features/mail/api/subscribers.ts';
import { discussionTitle, seededPlace } from '../../tools/seed.ts';

type ScaleLine = {
  name: string;
  /** The URL on a site with so many posts. */
  path: (posts: number) => string;
  /** Its response has more content on a larger site, so its cost has no limit. */
  grows?: true;
  /** The owner asks; calls of the admin area always are the owner's. */
  signedIn?: true;
};

const perPage = 20;
const pageStart = (posts: number, part: number) => Math.floor((posts * 0.98 * part) / perPage) * perPage;
const list = (part: number) => (posts: number) =>
  `/webapi/api/posts/5/${Math.max(0, Math.floor(posts * 0.98 * part) - 10)}/!null/!null`;
const adminPosts =
  (query: string, limit = perPage) =>
  () =>
    `/webapi/api/admin/posts?brief=1&limit=${limit}${query}`;
/** So many posts are inactive, and in each category, on a site of 100; a page of them is full on larger sites, too. */
const fewPosts = 2;
const statistics = (period: number) => () =>
  `/webapi/api/admin/statistics?period=${period}&series=views,visitors,votes,comments,subscribers`;
const subscribers = (more = '') => `/webapi${subscribersPath}${more}`;
const encodedPlace = encodeURIComponent(seededPlace(30));

/** Every kind of page and of admin screen, by the calls that it makes. */
export const scaleLines: readonly ScaleLine[] = [
  { name: 'home', path: () => '/' },
  { name: 'list, first', path: list(0) },
  { name: 'list, middle', path: list(0.5), grows: true },
  { name: 'list, last', path: list(1), grows: true },
  { name: 'category', path: () => '/filter/travel' },
  { name: 'category of half the posts', path: () => '/filter/notes' },
  { name: 'tag', path: () => '/tag/tag1' },
  { name: 'post', path: () => '/post/seeded-post-5' },
  { name: 'discussion, 5,000 comments', path: () => `/post/${discussionTitle}` },
  { name: 'discussion, middle page', path: () => `/post/${discussionTitle}?comments=10` },
  { name: 'search', path: () => `/search?q=${encodedPlace}` },
  { name: 'feed', path: () => '/feed.xml' },
  // On a site of 100 posts, travel has too few for a full feed.
  { name: 'feed of a category', path: () => '/filter/notes/feed.xml' },
  { name: 'archive', path: () => '/archive', grows: true },
  { name: 'archive of a year', path: () => '/archive/2025', grows: true },
  { name: 'archive of a month', path: () => '/archive/2025/12' },
  { name: 'topics', path: () => '/topics' },
  { name: 'sitemap', path: () => '/sitemap.xml' },
  // At most 1,000 URLs, of which a site of 100 posts has a fifth.
  { name: 'sitemap, a file', path: (posts) => `/sitemap-${Math.ceil(posts / 1_000)}.xml`, grows: true },
  { name: 'API categories', path: () => '/webapi/api/cat/all' },
  { name: 'API discussion', path: () => `/webapi/api/posts/${discussionTitle}/directByTitle` },
  { name: 'overview', path: () => '/webapi/api/admin/overview' },
  { name: 'All Posts', path: adminPosts('') },
  {
    name: 'All Posts, middle page',
    path: (posts) => adminPosts(`&offset=${pageStart(posts, 0.5)}`)(),
    grows: true,
  },
  {
    name: 'All Posts, last page',
    path: (posts) => adminPosts(`&offset=${pageStart(posts, 1) - perPage}`)(),
    grows: true,
  },
  { name: 'All Posts, inactive', path: adminPosts('&status=inactive', fewPosts) },
  { name: 'All Posts, category', path: adminPosts('&category=1', fewPosts) },
  { name: 'All Posts, category of half the posts', path: adminPosts('&category=41') },
  { name: 'All Posts, no category', path: adminPosts('&category=0') },
  { name: 'All Posts, by title', path: adminPosts('&sort=title&order=asc') },
  { name: 'All Posts, by votes', path: adminPosts('&sort=votes') },
  { name: 'All Posts, search', path: adminPosts(`&search=${encodedPlace}`) },
  { name: 'All Posts, search of a common word', path: adminPosts('&search=river') },
  { name: 'All Posts, search without result', path: adminPosts('&search=qxqzv') },
  { name: 'All Posts, search of two letters', path: adminPosts('&search=qz'), grows: true },
  { name: 'comments', path: () => `/webapi/api/admin/comments?limit=${perPage}` },
  { name: 'comments, waiting', path: () => `/webapi/api/admin/comments?limit=${perPage}&state=waiting` },
  { name: 'comments, approved', path: () => `/webapi/api/admin/comments?limit=${perPage}&state=approved` },
  { name: 'tags', path: () => '/webapi/api/admin/tags?search=' },
  { name: 'tags that begin with a word', path: () => '/webapi/api/admin/tags?search=tag1' },
  { name: 'image library', path: () => `/webapi/api/image?limit=${perPage}` },
  { name: 'bin', path: () => `/webapi/api/admin/bin?limit=${perPage}` },
  { name: 'activity', path: () => `/webapi/api/admin/activity?limit=${perPage}` },
  { name: 'redirects', path: () => `/webapi/api/admin/redirects?limit=${perPage}` },
  { name: 'subscribers', path: () => subscribers(`?limit=${perPage}`) },
  { name: 'subscribers, counts', path: () => subscribers('/counts') },
  { name: 'backups', path: () => '/webapi/api/admin/backups' },
  { name: 'categories screen', path: () => '/webapi/api/cat/all/', signedIn: true },
  { name: 'statistics, 30 days', path: statistics(30) },
  { name: 'statistics, 365 days', path: statistics(365) },
  { name: 'lists of statistics, 30 days', path: () => '/webapi/api/admin/statistics/lists?period=30' },
  { name: 'lists of statistics, 365 days', path: () => '/webapi/api/admin/statistics/lists?period=365' },
];
