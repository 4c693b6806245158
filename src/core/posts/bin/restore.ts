import { type Blog, nowIso } from '../../../platform/blog.ts';
import type { Table } from '../../../platform/db/catalog.ts';
import type { Row } from '../../../platform/db/table-rows.ts';
import { lockName } from '../../../platform/db/transaction.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as messages from '../../../platform/messages/owner.ts';
import { type Message, message } from '../../../platform/messages/translate.ts';
import { expectMoved, expectShown } from '../../images/store/hidden-files.ts';
import { imagesOf, indexImageTexts, makeMain } from '../../images/store/images.ts';
import { hashesNamedBy, indexRevisionImages, indexTextImages } from '../../images/store/text-images.ts';
import { type Activity, named } from '../../site/activity.ts';
import type { PostTransaction } from '../../site/store/post-transaction.ts';
import { type PostText, textOf } from '../api/post-fields.ts';
import { changePosts } from '../change-posts.ts';
import { lockPost } from '../store/posts.ts';
import { lockTranslations } from '../store/translations.ts';
import { deleteFormerUrlOf, holderOf } from '../store/web-titles.ts';
import { categoryById, categoryByPath } from '../terms/store/categories.ts';
import { lockTags } from '../terms/store/tags.ts';
import { adminSearchText } from '../text.ts';
import { groupToReturnTo } from '../translations/translations.ts';
import { freeAddress } from '../web-titles.ts';
import type { BinItem, Restored } from './api.ts';
import * as bin from './store/bin.ts';
import {
  categoriesByPath,
  draftsOfUsers,
  insertBinned,
  tagsByName,
  withKnownAuthors,
} from './store/bin-restore.ts';

/** Restores each item in a transaction of its own, posts before images, and reports on each in the given order. */
export async function restoreItems(blog: Blog, items: readonly BinItem[]): Promise<Restored[]> {
  const results = new Map<BinItem, Restored>();
  for (const item of items.toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === 'post' ? -1 : 1)))
    results.set(item, await restoreItem(blog, item));
  return items.flatMap((item) => results.get(item) ?? []);
}

async function restoreItem(blog: Blog, { kind, id }: BinItem): Promise<Restored> {
  try {
    const notes = await (kind === 'post' ? restorePost : restoreImage)(blog, id);
    return { kind, id, restored: true, message: notes.join(' ') };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { kind, id, restored: false, message: error.message };
  }
}

const notInBin = () => new Problem('not_found', messages.notInBin);
const logged = (what: Message): Activity[] => [{ kind: 'post', what }];

/** Brings the post back with everything that belonged to it. Returns what could not be as it was. */
export function restorePost(blog: Blog, id: number): Promise<string[]> {
  return changePosts(blog, async (tx) => {
    const key = { kind: 'post', item_id: id } as const;
    // Like changes of the category tree, which the post may be about to return to.
    await lockName(tx.db, 'categories');
    await lockTranslations(tx.db);
    const entry = await bin.lockEntry(tx.db, key, nowIso(blog));
    if (!entry) throw notInBin();
    const notes: string[] = [];
    const hashes = await bin.entryHashes(tx.db, key);
    await insertPost(blog, tx, key, notes);
    await bin.deleteEntry(tx, key);
    await indexTextImages(tx, id);
    await indexImageTexts(tx, id);
    await expectMoved(tx, hashes);
    await expectShown(tx, await hashesNamedBy(tx.db, id));
    tx.follow(id, 'page', 'link', 'lists', 'search');
    return {
      result: notes,
      activity: logged(
        message('Restored {post} from the bin', {
          post: named({ kind: entry.post_kind, post_title: entry.title }),
        }),
      ),
    };
  });
}

async function insertPost(blog: Blog, tx: PostTransaction, key: bin.BinKey, notes: string[]): Promise<void> {
  const tables = new Map((await bin.tablesOfPosts(tx.db)).map((table) => [table.name, table]));
  let names: bin.BinnedNames = { tags: [], category_path: null };
  await lockTags(tx.db);
  for await (const { table: name, rows } of bin.binnedRows(tx.db, key)) {
    if (name === bin.namesPart) names = rows[0] as bin.BinnedNames;
    // A table that a later version has dropped has nothing to be restored into.
    const table = tables.get(name);
    if (!table) continue;
    await insertBinned(tx, table, await adapted(blog, tx, table, rows, names, notes));
    if (name === 'revisions')
      for (const row of rows) await indexRevisionImages(tx, Number(row.id), row as PostText);
  }
}

/** The rows with what has changed around them since: web titles, categories, tags and users. */
async function adapted(
  blog: Blog,
  tx: PostTransaction,
  { name }: Table,
  rows: Row[],
  names: bin.BinnedNames,
  notes: string[],
): Promise<Row[]> {
  if (name === 'post_tags') return tagsByName(tx, rows, names.tags);
  if (name === 'post_categories')
    return categoriesByPath(tx, rows, names.further ?? [], (path) =>
      notes.push(messages.restoredWithoutCategory(path)),
    );
  if (name === 'drafts') return draftsOfUsers(tx, rows);
  if (name === 'comments') return withKnownAuthors(tx, rows, 'user_id');
  if (name !== 'posts') return rows;
  const [post] = rows;
  return post ? [await adaptedPost(blog, tx, post as PostRow, names.category_path, notes)] : [];
}

type PostRow = PostText & {
  id: number;
  post_title_web: string;
  category_id: number | null;
  author_id?: number | null;
  scheduled_date: string | null;
  language?: string;
  translation_group?: number | null;
};

async function adaptedPost(
  blog: Blog,
  tx: PostTransaction,
  row: PostRow,
  category: string | null,
  notes: string[],
): Promise<Row> {
  const changed: Row = {};
  await lockName(tx.db, `web-title:${row.post_title_web}`);
  if (await holderOf(tx.db, row.post_title_web, row.id)) {
    const webTitle = await freeAddress(tx.db, row.post_title_web, row.id);
    changed.post_title_web = webTitle;
    changed.search_text = adminSearchText(textOf(row), webTitle);
    const note = webTitle.startsWith('/') ? messages.restoredWithPath : messages.restoredWithWebTitle;
    notes.push(note(row.post_title_web, webTitle));
  } else await deleteFormerUrlOf(tx, row.id, row.post_title_web);
  if (row.category_id !== null && !(await categoryById(tx.db, row.category_id))) {
    const same = await categoryByPath(tx.db, category ?? '');
    changed.category_id = same?.id ?? null;
    if (!same) notes.push(messages.restoredWithoutCategory(category ?? ''));
  }
  if (row.scheduled_date !== null && row.scheduled_date <= nowIso(blog)) {
    changed.scheduled_date = null;
    notes.push(messages.restoredWithoutSchedule);
  }
  const { language = '', translation_group } = row;
  if (translation_group && !(await groupToReturnTo(tx, { language, translation_group }))) {
    changed.translation_group = null;
    notes.push(messages.restoredWithoutTranslations);
  }
  const [known] = await withKnownAuthors(tx, [row], 'author_id');
  if (row.author_id && known?.author_id === null) {
    changed.author_id = null;
    notes.push(messages.restoredWithoutAuthor);
  }
  return { ...row, ...changed };
}

/** Brings an image back to its post; texts that still name it show it again. */
function restoreImage(blog: Blog, id: number): Promise<string[]> {
  return changePosts(blog, async (tx) => {
    const key = { kind: 'image', item_id: id } as const;
    const found = await bin.entryOf(tx.db, key);
    if (!found) throw notInBin();
    // In the order of every other change: first the post, then what belongs to it.
    const post = await lockPost(tx.db, found.post_id);
    const entry = await bin.lockEntry(tx.db, key, nowIso(blog));
    if (!entry) throw notInBin();
    if (!post) {
      const binned = await bin.entryOf(tx.db, { kind: 'post', item_id: found.post_id });
      throw new Problem('conflict', binned ? messages.postOfImageInBin : messages.postOfImageGone);
    }
    const others = await imagesOf(tx.db, post.id);
    const hasSocial = others.some(({ social_image }) => social_image === 1);
    const wasMain = await insertImage(tx, key, hasSocial ? { social_image: 0 } : {});
    // Deleting the main image made the oldest one the main image; any other one was chosen since.
    if (others.length === 0 || (wasMain && others[0]?.main_image === 1)) await makeMain(tx, post.id, id);
    const hashes = await bin.entryHashes(tx.db, key);
    await bin.deleteEntry(tx, key);
    await indexImageTexts(tx, post.id);
    await expectMoved(tx, hashes);
    tx.follow(post.id, 'page');
    const what = message('Restored an image of {post} from the bin', { post: named(post) });
    return { result: [], activity: [{ kind: 'image', what }] };
  });
}

/** Returns whether it was the main image. */
async function insertImage(tx: PostTransaction, key: bin.BinKey, changes: Row): Promise<boolean> {
  const table = (await bin.tablesOfPosts(tx.db)).find(({ name }) => name === 'images');
  let wasMain = false;
  for await (const { rows } of bin.binnedRows(tx.db, key)) {
    wasMain ||= rows.some((row) => row.main_image === 1);
    const images = rows.map((row) => ({ ...row, main_image: 0, ...changes }));
    if (table) await insertBinned(tx, table, images);
  }
  return wasMain;
}
