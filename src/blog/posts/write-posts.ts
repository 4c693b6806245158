import { Problem } from '../../contract/errors.ts';
import type { NewPost, Post, PostChange } from '../../contract/posts.ts';
import type { DraftState } from '../../contract/writing.ts';
import type { Db } from '../../db/open.ts';
import { sanitize } from '../../document/sanitize.ts';
import { plainText } from '../../document/text.ts';
import { expiredRevisions } from '../../rules/revision-retention.ts';
import { publishing } from '../../rules/schedule.ts';
import { isSlugOf } from '../../rules/slug.ts';
import { type Viewer, visitor } from '../../rules/viewer.ts';
import { deleteDraft } from '../../store/drafts.ts';
import { imagesOf } from '../../store/images.ts';
import { type Place, relist, unlist } from '../../store/listings.ts';
import type { StoredFullPost } from '../../store/post-rows.ts';
import * as posts from '../../store/posts.ts';
import { deleteRevisions, keepRevision, revisionsOf } from '../../store/revisions.ts';
import { untagAll } from '../../store/tags.ts';
import { inTransaction } from '../../store/transaction.ts';
import { note, postNamed, quoted } from '../activity.ts';
import { type Blog, nowIso, postChanged } from '../blog.ts';
import { removeUnusedFiles } from '../images/unused-files.ts';
import { presentPost } from '../present.ts';
import { noSuchPost, searchable } from './posts.ts';
import { derive, picturesOf } from './rendering.ts';
import { indexPost, unindexPost } from './search.ts';
import { freeWebTitle, leaveAddress, takeWebTitle } from './web-titles.ts';

const searchText = (title: string, webTitle: string, content: string): string =>
  searchable([title, webTitle, plainText(content)].join('\n'));

export async function createPost(blog: Blog, input: NewPost, writer: Viewer = visitor): Promise<Post> {
  const now = nowIso(blog);
  const content = sanitize(input.post_content);
  const dates = publishing(null, input, now);
  const { active = 0, post_date = now, date_given = 0, scheduled_date = null } = dates;
  const { id, lists } = await inTransaction(blog.db, async (tx) => {
    const webTitle = await freeWebTitle(tx, input.post_title, 0);
    const created = await posts.insertPost(tx, {
      post_title: input.post_title,
      post_title_web: webTitle,
      post_content: content,
      search_text: searchText(input.post_title, webTitle, content),
      ...derive(content),
      post_date,
      date_given,
      active,
      first_active_date: active ? now : null,
      scheduled_date,
      ...written(blog, writer),
    });
    const lists = await relist(tx, created);
    await indexPost(tx, created);
    await deleteSaved(tx, writer, input.drafts);
    await note(blog, tx, 'post', `Created the post ${quoted(input.post_title)}`);
    return { id: created, lists };
  });
  postChanged(blog, id, lists);
  return presentPost(blog, await stored(blog, id));
}

/** In the transaction of the save: a draft is never there beside the text that it became. */
async function deleteSaved(tx: Db, writer: Viewer, drafts: readonly DraftState[] = []): Promise<void> {
  if (writer.admin) for (const draft of drafts) await deleteDraft(tx, writer.userId, draft);
}

const written = (blog: Blog, writer: Viewer) => ({
  written_date: nowIso(blog),
  written_by: writer.admin ? writer.username : null,
});

export async function changePost(
  blog: Blog,
  id: number,
  change: PostChange,
  writer: Viewer = visitor,
): Promise<Post> {
  const lists = await inTransaction(blog.db, async (tx) => {
    if (!(await posts.lockPost(tx, id))) throw noSuchPost();
    const before = await stored(blog, id, tx);
    if (change.version !== undefined && change.version !== before.version)
      throw new Problem(
        'conflict',
        'This post was changed elsewhere since you opened it. Nothing was overwritten.',
      );
    await deleteSaved(tx, writer, change.drafts);
    return rewrite(blog, tx, before, change, writer);
  });
  postChanged(blog, id, lists);
  return presentPost(blog, await stored(blog, id));
}

/** Publishes a scheduled post, unless its time was changed or somebody else did so a moment ago. */
export async function publishScheduled(blog: Blog, id: number): Promise<void> {
  const lists = await inTransaction(blog.db, async (tx) => {
    if (!(await posts.lockPost(tx, id))) return null;
    const before = await stored(blog, id, tx);
    const { scheduled_date } = before;
    const due = scheduled_date !== null && scheduled_date <= nowIso(blog);
    return due ? rewrite(blog, tx, before, { scheduled_date }, visitor) : null;
  });
  if (lists) postChanged(blog, id, lists);
}

/** Makes the change and what follows from it, in the transaction that holds the post. Returns the lists that changed. */
async function rewrite(
  blog: Blog,
  tx: Db,
  before: StoredFullPost,
  change: PostChange,
  writer: Viewer,
): Promise<Place[]> {
  const { id } = before;
  const update = await updateOf(blog, tx, before, change);
  if (update.post_title !== undefined || update.post_content !== undefined) {
    await keepRevision(tx, id, nowIso(blog));
    const tooMany = expiredRevisions(await revisionsOf(tx, id), blog.now());
    await deleteRevisions(
      tx,
      tooMany.map((revision) => revision.id),
    );
    Object.assign(update, written(blog, writer));
  }
  await posts.updatePost(tx, id, update);
  await indexPost(tx, id);
  const title = quoted(update.post_title ?? before.post_title);
  for (const verb of changesIn(before, update)) await note(blog, tx, 'post', `${verb} the post ${title}`);
  return relist(tx, id);
}

/** What a person would say was done to the post. */
function changesIn(before: StoredFullPost, update: posts.PostUpdate): string[] {
  const differs = (name: keyof posts.PostUpdate & keyof StoredFullPost) =>
    update[name] !== undefined && update[name] !== before[name];
  const verbs: string[] = [];
  if (differs('post_title') || differs('post_content')) verbs.push('Changed the text of');
  if (differs('post_title_web') && before.first_active_date !== null) verbs.push('Changed the address of');
  if (differs('active')) verbs.push(update.active === 1 ? 'Activated' : 'Deactivated');
  else if (differs('scheduled_date'))
    verbs.push(update.scheduled_date === null ? 'No longer scheduled' : 'Scheduled');
  else if (differs('post_date')) verbs.push('Changed the date of');
  return verbs;
}

async function updateOf(
  blog: Blog,
  tx: Db,
  before: StoredFullPost,
  change: PostChange,
): Promise<posts.PostUpdate> {
  const update: posts.PostUpdate = {};
  const title = change.post_title ?? before.post_title;
  if (title !== before.post_title) update.post_title = title;
  const webTitle = await webTitleOf(tx, before, { ...change, post_title: title });
  if (webTitle !== before.post_title_web) {
    await leaveAddress(tx, before);
    update.post_title_web = webTitle;
  }
  if (change.post_content !== undefined) {
    const content = sanitize(change.post_content);
    if (content !== before.post_content) {
      const derived = derive(content, await picturesOf(blog, tx, before.id));
      Object.assign(update, { post_content: content, ...derived });
    }
  }
  const revised = update.post_title !== undefined || update.post_content !== undefined;
  if (revised || update.post_title_web !== undefined) {
    const { post_title, post_title_web, post_content } = { ...before, ...update };
    update.search_text = searchText(post_title, post_title_web, post_content);
  }
  if (revised && before.first_active_date !== null) update.update_date = nowIso(blog);
  Object.assign(update, publishing(before, change, nowIso(blog)));
  if (update.active === 1 && before.first_active_date === null) update.first_active_date = nowIso(blog);
  return update;
}

/** The chosen web title, or one that follows the title until the post is public, unless somebody chose it before. */
async function webTitleOf(
  tx: Db,
  before: StoredFullPost,
  { post_title, post_title_web }: { post_title: string; post_title_web?: string | undefined },
): Promise<string> {
  const now = before.post_title_web;
  if (post_title_web !== undefined && post_title_web !== now)
    return takeWebTitle(tx, post_title_web, before.id);
  const follows =
    post_title !== before.post_title && before.first_active_date === null && isSlugOf(now, before.post_title);
  return follows ? freeWebTitle(tx, post_title, before.id) : now;
}

export async function setStatus(
  blog: Blog,
  id: number,
  active: boolean,
): Promise<{ id: number; active: 0 | 1 }> {
  await changePost(blog, id, { active, scheduled_date: null });
  return { id, active: active ? 1 : 0 };
}

export async function removePost(blog: Blog, id: number): Promise<{ id: number }> {
  const { images, lists } = await inTransaction(blog.db, async (tx) => {
    if (!(await posts.lockPost(tx, id))) throw noSuchPost();
    const shown = await imagesOf(tx, id);
    await note(blog, tx, 'post', `Deleted ${await postNamed(tx, id)}`);
    await leaveAddress(tx, await stored(blog, id, tx));
    await untagAll(tx, id);
    const places = await unlist(tx, id);
    await unindexPost(tx, id);
    await posts.deletePost(tx, id);
    return { images: shown, lists: places };
  });
  postChanged(blog, id, lists);
  await removeUnusedFiles(blog, images);
  return { id };
}

async function stored(blog: Blog, id: number, db: Db = blog.db): Promise<StoredFullPost> {
  const post = await posts.postById(db, id, 'all');
  if (!post) throw noSuchPost();
  return post;
}
