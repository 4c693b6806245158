import type { ImageLookup } from '../../content/document/render.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Publication } from '../../platform/events.ts';
import { Problem } from '../../platform/http/problem.ts';
import { hasScope, type Viewer, visitor } from '../../platform/http/viewer.ts';
import * as messages from '../../platform/messages/owner.ts';
import { type Message, message } from '../../platform/messages/translate.ts';
import { readAuthors } from '../accounts/profiles/authors.ts';
import { findEmbeds } from '../images/embeds/embeds.ts';
import { type Activity, named } from '../site/activity.ts';
import type { PostTransaction } from '../site/store/post-transaction.ts';
import { datedFields, fieldNames, type PostField, type PostText, textOf } from './api/post-fields.ts';
import type { PostKind } from './api/post-kinds.ts';
import type { NewPost, Post, PostChange } from './api/posts.ts';
import type { DraftState } from './api/writing.ts';
import { deletionOf } from './bin/deletion.ts';
import { tablesOfPosts } from './bin/store/bin.ts';
import { type ChangeResult, changePosts, lockedPost } from './change-posts.ts';
import {
  authorOf,
  changedPart,
  changeParts,
  lockCategories,
  requireAuthor,
  settingColumns,
} from './post-settings.ts';
import { noSuchPost } from './posts.ts';
import { presentPost } from './present.ts';
import { derive, lookupsFor } from './rendering.ts';
import { requirePublishScope } from './rules/publish-scope.ts';
import { publishing } from './rules/schedule.ts';
import { createdPost, endSavedDraft, recordCreation } from './store/drafts.ts';
import type { StoredFullPost } from './store/post-rows.ts';
import * as posts from './store/posts.ts';
import { adminSearchText, normalizedField, normalizedText } from './text.ts';
import { changeTranslations, lockTranslations, readTranslations } from './translations/translations.ts';
import { freeWebTitle, isGeneratedFrom, takeWebTitle } from './web-titles.ts';

/** A text field that is not given is empty. */
type GivenPost = Omit<NewPost, PostField | 'kind'> & Partial<PostText & Pick<NewPost, 'kind'>>;

export const createPost = async (blog: Blog, input: GivenPost, writer: Viewer = visitor): Promise<Post> =>
  (await createPostOnce(blog, input, writer)).post;

/** Creates a post, or finds the one that an earlier request with the same `creation_id` created. */
export async function createPostOnce(
  blog: Blog,
  input: GivenPost,
  writer: Viewer,
): Promise<{ post: Post; isRepeated: boolean }> {
  const now = nowIso(blog);
  const { kind = 'post' } = input;
  const text = normalizedText(blog, input);
  const dates = publishing(null, input, now);
  const { active = 0, post_date = now, date_given = 0, scheduled_date = null } = dates;
  requirePublishScope(writer, { active, scheduled_date });
  const creation =
    writer.admin && input.creation_id ? { user_id: writer.userId, creation_id: input.creation_id } : null;
  await findEmbeds(blog, text.post_content);
  const { id, isRepeated } = await changePosts(blog, async (tx) => {
    const earlier = creation && (await createdPost(tx.db, creation.user_id, creation.creation_id));
    if (earlier) return { result: { id: earlier.post_id, isRepeated: true }, activity: [] };
    await lockCategories(tx, input);
    await requireAuthor(tx, input.author_id);
    await lockTranslations(tx, input);
    const columns = {
      kind,
      author_id: await authorOf(tx, writer),
      ...settingColumns({ kind }, input),
      ...(active === 1 && (await decided(blog, tx.db, { ...input, kind }))),
      post_title_web: input.post_title_web,
      post_date,
      date_given,
      active,
      first_active_date: active ? now : null,
      scheduled_date,
    };
    const created = await insertNew(blog, tx, text, columns, writer);
    await changeParts(tx, { id: created, kind, tags: [], images: [] }, input);
    const { language = '', translation_of } = input;
    await changeTranslations(
      tx,
      { id: created, kind, language, translation_group: null },
      { translation_of },
    );
    if (creation) await recordCreation(tx.db, { ...creation, post_id: created, date: now });
    await endSaved(blog, tx.db, writer, input.drafts);
    const what = message('Created {post}', { post: named({ kind, ...text }) });
    return { result: { id: created, isRepeated: false }, activity: [{ kind: 'post', what }] };
  });
  return { post: await presented(blog, writer, id), isRepeated };
}

type NewColumns = Omit<posts.PostUpdate, 'first_active_date'> & {
  kind: PostKind;
  first_active_date?: string | null;
  post_title_web?: string | undefined;
};

/** Without other columns the post is inactive, and its web title follows from its title. */
export async function insertNew(
  blog: Blog,
  tx: PostTransaction,
  text: PostText,
  { post_title_web, ...columns }: NewColumns,
  writer: Viewer,
  images?: ImageLookup,
): Promise<number> {
  const lookups = {
    ...(await lookupsFor(blog, tx.db, { ...text, language: columns.language ?? '' }, null)),
    findImage: images,
  };
  const webTitle = post_title_web
    ? await takeWebTitle(tx.db, post_title_web, { id: 0, kind: columns.kind })
    : await freeWebTitle(tx.db, text.post_title, {
        id: 0,
        kind: columns.kind,
        language: columns.language,
      });
  return posts.insertPost(tx, {
    post_date: nowIso(blog),
    date_given: 0,
    active: 0,
    first_active_date: null,
    scheduled_date: null,
    ...columns,
    ...text,
    post_title_web: webTitle,
    search_text: adminSearchText(text, webTitle),
    ...describedBy(text, derive(text.post_content, lookups)),
    ...written(blog, writer),
  });
}

/** The description that the author wrote replaces the computed one. */
export const describedBy = <Derived extends Pick<posts.PostDerived, 'description'>>(
  { meta_description }: Pick<PostText, 'meta_description'>,
  derived: Derived,
): Derived => ({ ...derived, description: oneLine(meta_description) || derived.description });

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** In the transaction of the save, so that a draft never exists beside the text that it became. */
async function endSaved(
  blog: Blog,
  tx: Db,
  writer: Viewer,
  drafts: readonly DraftState[] = [],
): Promise<void> {
  // What the owner is typing is not deleted by an app.
  if (writer.admin && !writer.token)
    for (const draft of drafts) await endSavedDraft(tx, writer.userId, draft, nowIso(blog));
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
  // Before the transaction, because other servers may be slow.
  if (change.post_content) await findEmbeds(blog, normalizedField(blog, 'post_content', change.post_content));
  await changePosts(blog, async (tx) => {
    await lockCategories(tx, change);
    await requireAuthor(tx, change.author_id);
    await lockTranslations(tx, change);
    // Before the post is locked, as requests that store drafts do: they lock the post for their reference to it.
    await endSaved(blog, tx.db, writer, change.drafts);
    await lockedPost(tx, id);
    const before = await stored(tx.db, id);
    if (change.version !== undefined && change.version !== before.version)
      throw new Problem('conflict', messages.changedElsewhere(before.kind));
    return rewrite(blog, tx, before, change, writer);
  });
  return presented(blog, writer, id);
}

/** The post with everything that its writer may see. */
export async function presented(blog: Blog, writer: Viewer, id: number): Promise<Post> {
  const post = await stored(blog.db, id, hasScope(writer, 'read') || !writer.admin ? 'all' : 'approved');
  return presentPost(blog, post, await readAuthors(blog), await readTranslations(blog, writer, post));
}

/** Changes a post in a transaction that changes others, too. The post must be locked. */
export async function changeLocked(
  blog: Blog,
  tx: PostTransaction,
  id: number,
  changeOf: (before: StoredFullPost) => PostChange,
  writer: Viewer,
): Promise<ChangeResult<void>> {
  const before = await stored(tx.db, id);
  return rewrite(blog, tx, before, changeOf(before), writer);
}

/** Publishes a scheduled post, unless its time was changed or another process has published it since. */
export function publishScheduled(blog: Blog, id: number): Promise<void> {
  return changePosts(blog, async (tx) => {
    const before = (await posts.lockPost(tx.db, id)) && (await stored(tx.db, id));
    const due = before?.scheduled_date && before.scheduled_date <= nowIso(blog);
    if (!due) return { result: undefined, activity: [] };
    return rewrite(blog, tx, before, { scheduled_date: before.scheduled_date }, visitor);
  });
}

async function rewrite(
  blog: Blog,
  tx: PostTransaction,
  before: StoredFullPost,
  change: PostChange,
  writer: Viewer,
): Promise<ChangeResult<void>> {
  const update = await updateOf(blog, tx.db, before, change);
  requirePublishScope(writer, before, update);
  await posts.rewritePost(tx, before.id, update, written(blog, writer));
  const parts = await changeParts(tx, before, change);
  if (await changeTranslations(tx, before, change)) parts.push('translations');
  const post = named({ ...before, ...update });
  const changes = [...changesIn(before, update, post), ...parts.map((part) => changedPart(part, post))];
  const activity = changes.map((what): Activity => ({ kind: 'post', what }));
  return { result: undefined, activity };
}

/** What the activity log says of the change. */
function changesIn(before: StoredFullPost, update: posts.PostRewrite, post: Message): Message[] {
  const differs = (name: keyof posts.PostRewrite & keyof StoredFullPost) =>
    update[name] !== undefined && update[name] !== before[name];
  const changes: Message[] = [];
  if (fieldNames.some(differs)) changes.push(message('Changed the text of {post}', { post }));
  if (differs('post_title_web') && before.first_active_date !== null)
    changes.push(
      before.kind === 'page'
        ? message('Changed the path of {post}', { post })
        : message('Changed the web title of {post}', { post }),
    );
  if (differs('active'))
    changes.push(
      update.active === 1 ? message('Activated {post}', { post }) : message('Deactivated {post}', { post }),
    );
  else if (differs('scheduled_date'))
    changes.push(
      update.scheduled_date === null
        ? message('Unscheduled {post}', { post })
        : message('Scheduled {post}', { post }),
    );
  else if (differs('post_date')) changes.push(message('Changed the date of {post}', { post }));
  if (differs('category_id')) changes.push(message('Changed the category of {post}', { post }));
  if (differs('author_id')) changes.push(message('Changed the author of {post}', { post }));
  if (differs('language')) changes.push(message('Changed the language of {post}', { post }));
  if (differs('series')) changes.push(message('Changed the series of {post}', { post }));
  if (differs('hero')) changes.push(message('Changed the page of {post}', { post }));
  if (differs('send_mail') && before.first_active_date !== null)
    changes.push(
      update.send_mail === 1
        ? message('Chose to mail {post}', { post })
        : message('Chose not to mail {post}', { post }),
    );
  if (differs('comments_open'))
    changes.push(
      update.comments_open === 1
        ? message('Opened the comments of {post}', { post })
        : message('Closed the comments of {post}', { post }),
    );
  return changes;
}

async function updateOf(
  blog: Blog,
  tx: Db,
  before: StoredFullPost,
  change: PostChange,
): Promise<posts.PostRewrite> {
  if (change.kind !== undefined && change.kind !== before.kind)
    throw new Problem('invalid', messages.kindIsFixed);
  const update: posts.PostRewrite = {};
  for (const name of fieldNames) {
    const given = change[name];
    const value = given === undefined ? before[name] : normalizedField(blog, name, given);
    if (value !== before[name]) update[name] = value;
  }
  const revised = fieldNames.some((name) => update[name] !== undefined);
  const text = textOf({ ...before, ...update });
  const language = change.language ?? before.language;
  const isRendered = update.post_content !== undefined || update.meta_description !== undefined;
  if (isRendered || language !== before.language)
    Object.assign(
      update,
      describedBy(
        text,
        derive(text.post_content, await lookupsFor(blog, tx, { ...text, language }, before.id)),
      ),
    );
  const webTitle = await webTitleOf(tx, before, { ...change, post_title: text.post_title });
  if (webTitle !== before.post_title_web) update.post_title_web = webTitle;
  if (revised || update.post_title_web !== undefined) update.search_text = adminSearchText(text, webTitle);
  const dated = datedFields.some((name) => update[name] !== undefined);
  if (dated && before.first_active_date !== null) update.update_date = nowIso(blog);
  Object.assign(update, settingColumns(before, change));
  Object.assign(update, publishing(before, change, nowIso(blog)));
  if (update.active === 1 && before.first_active_date === null) {
    update.first_active_date = nowIso(blog);
    const { kind, translation_group } = before;
    const { translation_of } = change;
    const send_mail = update.send_mail === undefined ? before.send_mail : update.send_mail;
    const post = { kind, language, translation_group, translation_of, send_mail };
    Object.assign(update, await decided(blog, tx, post));
  }
  return update;
}

/** What a publication decides unless the author did. */
async function decided(blog: Blog, tx: Db, post: Publication): Promise<{ send_mail?: number }> {
  const settings = {};
  for (const { on } of blog.features) Object.assign(settings, await on?.published?.(blog, tx, post));
  return settings;
}

/** The chosen web title. Otherwise it follows the title until the post is public, unless one was chosen before. */
async function webTitleOf(
  tx: Db,
  before: StoredFullPost,
  { post_title, post_title_web }: { post_title: string; post_title_web?: string | undefined },
): Promise<string> {
  const now = before.post_title_web;
  if (post_title_web !== undefined && post_title_web !== now) return takeWebTitle(tx, post_title_web, before);
  const follows =
    post_title !== before.post_title &&
    before.first_active_date === null &&
    (await isGeneratedFrom(before.post_title, now));
  return follows ? freeWebTitle(tx, post_title, before) : now;
}

export async function setStatus(
  blog: Blog,
  id: number,
  active: boolean,
): Promise<{ id: number; active: 0 | 1 }> {
  await changePost(blog, id, { active, scheduled_date: null });
  return { id, active: active ? 1 : 0 };
}

/** Moves the post to the bin. */
export function removePost(blog: Blog, id: number): Promise<{ id: number }> {
  return changePosts(blog, async (tx) => {
    const post = await lockedPost(tx, id);
    await posts.deletePost(tx, id, deletionOf(blog), await tablesOfPosts(tx.db));
    const what = message('Deleted {post}', { post: named(post) });
    return { result: { id }, activity: [{ kind: 'post', what }] };
  });
}

export async function stored(
  db: Db,
  id: number,
  comments: 'all' | 'first' | 'approved' = 'first',
): Promise<StoredFullPost> {
  const post = await posts.postById(db, id, comments);
  if (!post) throw noSuchPost();
  return post;
}
