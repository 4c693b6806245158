import type { Db } from '../../platform/db/open.ts';
import { linkTag, postTag, redirectsTag } from '../../platform/http/cache/reads.ts';
import { urls } from '../../platform/http/urls.ts';
import type { Ledger } from './ledger.ts';
import { isFile } from './static-paths.ts';
import * as store from './store.ts';

/** The ledger of the published site, which lasts. One job at a time writes it. */
export function storedLedger(db: Db): Ledger {
  /** Of the entry that `next` returned last: what is found in it is as urgent and as new. */
  let current = { due: 1, rank: 0 };
  return {
    find: (paths) => store.addPaths(db, paths, current),
    async depend(paths, tag) {
      for (const { path, tags } of await store.tagsOf(db, paths))
        if (!tags.split(' ').includes(tag)) await store.storeTags(db, path, withTags(tags, tag));
    },
    async next() {
      const entry = await store.nextDue(db);
      if (entry) current = { due: entry.due, rank: entry.rank };
      return entry ?? null;
    },
    async done({ path, tags: before }, outcome) {
      const tags =
        outcome.status === 200 ? outcome.tags : withTags(before, ...(await tagsOfRedirect(db, path)));
      await store.storeOutcome(db, path, { ...outcome, tags, rank: isFile(path) ? 0 : newestPost(tags) });
    },
    gone: ({ path }) => store.deletePath(db, path),
    failed: ({ path }) => store.postpone(db, path),
    isTaken: (file, path) => store.isFileTaken(db, file, path),
    redirects: () => store.storedRedirects(db),
  };
}

/** What is at the former URL of a post depends on that post, whether it leads there or the post is gone. */
async function tagsOfRedirect(db: Db, path: string): Promise<string[]> {
  const post = path.startsWith(postPrefix)
    ? await store.postAt(db, decodeURIComponent(path.slice(postPrefix.length)))
    : undefined;
  return [redirectsTag, ...(post === undefined ? [] : [postTag(post), linkTag(post)])];
}

const postPrefix = urls.post('');

const withTags = (tags: string, ...more: string[]): string =>
  [...new Set([...tags.split(' '), ...more])].filter(Boolean).join(' ');

const newestPost = (tags: string): number =>
  tags
    .split(' ')
    .reduce((newest, tag) => (tag.startsWith('post:') ? Math.max(newest, Number(tag.slice(5))) : newest), 0);
