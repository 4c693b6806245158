import { createHash } from 'node:crypto';
import { hubOf } from '../../../core/feeds/feeds.ts';
import type { OpenChannel } from '../../../core/posts/channels/channel.ts';
import type { StoredFullPost } from '../../../core/posts/store/post-rows.ts';
import { readSite } from '../../../core/site/site.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { urls } from '../../../platform/http/urls.ts';
import { startJobs } from '../../../platform/jobs/add-job.ts';
import { enqueue } from '../../../platform/jobs/outbox/outbox.ts';
import * as store from './store.ts';

const pingKind = 'websub-ping';

/** The feeds of the site, and of so many categories and tags of a post. */
const maxLists = 30;
/** By then every process of the server has evicted the feeds that it cached. */
const evictionMs = 2_000;
/** The hub is notified of one feed at most so often, however often the author saves. */
const gapMs = 30_000;

/** Tells the hub which feeds have changed: those that contain the post, and those that did. */
export const websubChannel: OpenChannel = {
  async post(blog, id, found, context) {
    const hub = hubOf(await readSite(blog));
    if (hub === null) return;
    const { host } = new URL(hub);
    await inTransaction(blog.db, async (tx) => {
      await context.fence(tx);
      const known = await store.hubPost(tx, id);
      // Old posts, as an import brings them, are no news.
      if (!known && !found?.isNews) return;
      const state = found && { fingerprint: fingerprint(found.post), feeds: feedsOf(found.post) };
      const isSame =
        state?.fingerprint === known?.fingerprint && String(state?.feeds) === String(known?.feeds);
      if (isSame) return;
      await store.putHubPost(tx, id, state);
      const paths = [...new Set([...(state?.feeds ?? []), ...(known?.feeds ?? [])])];
      const soon = blog.now().getTime() + evictionMs;
      const sent = await store.pingDates(tx, paths);
      const due = (last: string | undefined) => new Date(Math.max(soon, last ? Date.parse(last) + gapMs : 0));
      await enqueue(
        blog,
        tx,
        pingKind,
        paths.map((path) => ({ key: path, host, due: due(sent.get(path)) })),
      );
    });
    startJobs(blog);
  },
};

/** The paths of all feeds that contain a post, in each format. */
function feedsOf(post: StoredFullPost): string[] {
  const paths = [post.cat_path, ...post.further_categories.map(({ category_path }) => category_path)];
  const segments = new Set(paths.flatMap((path) => path?.split('.') ?? []));
  const lists = [...[...segments].map(urls.category), ...post.tags.map(({ tag_name }) => urls.tag(tag_name))];
  return ['', ...lists.slice(0, maxLists)].flatMap((list) =>
    [urls.feed, urls.atom, urls.jsonFeed].map((feed) => list + feed),
  );
}

/** Of what feeds contain of a post. */
const fingerprint = (post: StoredFullPost): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        post.post_title,
        post.post_title_web,
        post.shown_html ?? post.post_content,
        post.description,
        post.language,
        post.post_date,
        post.author_id,
        post.images.map(({ hash, alt, main_image }) => [hash, alt, main_image]),
      ]),
    )
    .digest('base64url')
    .slice(0, 22);
