import { plainText } from '../../content/document/text.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as messages from '../../platform/messages/owner.ts';
import { fieldNames } from '../posts/api/post-fields.ts';
import type { PostSettings } from '../posts/api/post-settings.ts';
import {
  changedSettings,
  type DraftSettings,
  emptySettingsOf,
  settingsOf,
} from '../posts/api/settings-of-post.ts';
import type { BinnedDraft, Draft, DraftHead, DraftState, NewDraft } from '../posts/api/writing.ts';
import { binDays } from '../posts/bin/deletion.ts';
import * as drafts from '../posts/store/drafts.ts';
import { postHead } from '../posts/store/posts.ts';
import { normalizedText, searchableText } from '../posts/text.ts';
import { presented } from '../posts/write-posts.ts';

const noSuchDraft = () => new Problem('not_found', messages.noSuchDraft);

const userOf = (viewer: Viewer): number => {
  if (!viewer.admin) throw noSuchDraft();
  return viewer.userId;
};

/** The drafts of this administrator. */
export async function draftsOf(blog: Blog, viewer: Viewer): Promise<DraftHead[]> {
  const stored = await drafts.draftHeads(blog.db, userOf(viewer));
  return stored.map(({ post_content, post_active, ...head }) => {
    const text = plainText(post_content).trim();
    return {
      ...head,
      first_line: text.split('\n', 1)[0]?.slice(0, maxFirstLineLength) ?? '',
      words: text.match(/\S+/g)?.length ?? 0,
      is_published: post_active === 1,
    };
  });
}

const maxFirstLineLength = 200;

export async function draftById(blog: Blog, viewer: Viewer, id: string): Promise<Draft> {
  const draft = await drafts.draftById(blog.db, userOf(viewer), id);
  if (!draft) throw noSuchDraft();
  return { ...draft, active: draft.active === 1, settings: JSON.parse(draft.settings) };
}

/** More drafts than this are an error of a client: a person could not find anything among them. */
const maxDrafts = 500;

async function requireRoom(blog: Blog, viewer: Viewer, id: string): Promise<void> {
  const userId = userOf(viewer);
  if ((await drafts.countDrafts(blog.db, userId)) < maxDrafts) return;
  if (!(await drafts.draftById(blog.db, userId, id))) throw new Problem('no_room', messages.tooManyDrafts);
}

/**
 * Stores unsaved changes apart from the post: they affect neither pages nor lists nor revisions. What a save or a newer change
 * contains already is not stored, nor is an empty new post.
 */
export async function keepDraft(
  blog: Blog,
  viewer: Viewer,
  id: string,
  input: NewDraft,
): Promise<DraftHead & { is_stored: boolean }> {
  const { post_title, sequence } = input;
  // The post may have been deleted while its form was open: then the draft becomes that of a new post.
  const post = input.post_id === null ? undefined : await postHead(blog.db, input.post_id);
  const { id: post_id = null, kind = input.kind } = post ?? {};
  const date = nowIso(blog);
  const head = { id, post_id, kind, post_title, sequence, date };
  if (post_id === null && isEmpty(input)) {
    await drafts.endDraft(blog.db, userOf(viewer), head, date);
    return { ...head, is_stored: false };
  }
  await requireRoom(blog, viewer, id);
  const is_stored = await drafts.keepDraft(blog.db, userOf(viewer), {
    ...input,
    ...normalizedText(blog, input),
    id,
    post_id,
    kind,
    active: input.active ? 1 : 0,
    settings: JSON.stringify(input.settings),
    date,
  });
  return { ...head, is_stored };
}

/** Whether a new post would have neither words nor images, and nothing is chosen for it. */
const isEmpty = (draft: NewDraft): boolean =>
  searchableText(fieldNames, draft).trim() === '' &&
  fieldNames.every((name) => !draft[name].includes('<img')) &&
  !draft.active &&
  isOnlyText(draft, {
    settings: emptySettingsOf(draft.kind),
    post_title_web: '',
    scheduled_date: null,
  });

type Choices = {
  settings: DraftSettings;
  post_title_web: string;
  scheduled_date: string | null;
};

/** Whether nothing besides the text differs from what is saved. An empty web title follows the title. */
const isOnlyText = (draft: Choices, saved: Choices & { settings: PostSettings }): boolean =>
  Object.keys(changedSettings(draft.settings, saved.settings)).length === 0 &&
  ['', saved.post_title_web].includes(draft.post_title_web) &&
  [null, saved.scheduled_date].includes(draft.scheduled_date);

/** Moves a draft to the bin, unless it has changed after `sequence`; or deletes it, also from the bin. */
export async function deleteDraft(
  blog: Blog,
  viewer: Viewer,
  state: DraftState,
  forGood: boolean,
): Promise<{ id: string; in_bin: boolean }> {
  const { id } = state;
  if (!forGood)
    return { id, in_bin: await drafts.moveDraftToBin(blog.db, userOf(viewer), state, nowIso(blog)) };
  await drafts.endDraft(blog.db, userOf(viewer), state, nowIso(blog));
  return { id, in_bin: false };
}

const day = 24 * 60 * 60 * 1000;
const daysAgo = (blog: Blog, days: number): string =>
  new Date(blog.now().getTime() - days * day).toISOString();

/** The drafts of this administrator that can be restored. */
export async function draftsInBin(blog: Blog, viewer: Viewer): Promise<BinnedDraft[]> {
  const rows = await drafts.draftsInBin(blog.db, userOf(viewer), daysAgo(blog, binDays));
  return rows.map(({ ended_date, ...head }) => {
    const deleted_date = ended_date ?? head.date;
    const expires = new Date(Date.parse(deleted_date) + binDays * day).toISOString();
    return { ...head, deleted_date, expires };
  });
}

export async function restoreDraft(blog: Blog, viewer: Viewer, id: string): Promise<DraftHead> {
  const restored = await drafts.restoreDraft(blog.db, userOf(viewer), id, daysAgo(blog, binDays));
  if (!restored) throw new Problem('not_found', messages.notInBin);
  return restored;
}

const keptDays = 90;

/**
 * Deletes old drafts whose text exists elsewhere and whose settings are those of the post. A draft that may be the only copy of
 * what was typed or chosen never expires.
 */
export async function deleteRedundantDrafts(blog: Blog): Promise<void> {
  const before = daysAgo(blog, keptDays);
  for (const draft of await drafts.draftsWithSavedText(blog.db, before)) {
    const writer: Viewer = { admin: true, userId: draft.user_id, username: '', sessionId: '' };
    const post = await presented(blog, writer, draft.post_id);
    const choices = { ...draft, settings: JSON.parse(draft.settings) };
    if (isOnlyText(choices, { ...post, settings: settingsOf(post) }))
      await drafts.endDraft(blog.db, draft.user_id, draft, nowIso(blog));
  }
  await drafts.deleteOldCreations(blog.db, before);
  await drafts.deleteEndedDrafts(blog.db, daysAgo(blog, binDays));
}
