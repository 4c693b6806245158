import { type ActivityEntry, type ActivityKind, activityKinds } from '../contract/activity.ts';
import type { Db } from '../db/open.ts';
import { browserName } from '../rules/browsers.ts';
import type { Viewer } from '../rules/viewer.ts';
import * as activity from '../store/activity.ts';
import { postHead } from '../store/posts.ts';
import { type Actor, type Blog, nowIso } from './blog.ts';

const day = 24 * 60 * 60 * 1000;
const keptDays = 365;
const keptEntries = 10_000;
/** Strangers can fill the log with failures; these have a room of their own, so that they push nothing else out. */
const keptFailures = 2_000;
const longestWhat = 300;
const longestTitle = 120;

export const actorOf = (viewer: Viewer, address: string, userAgent: string): Actor => ({
  username: viewer.admin ? viewer.username : null,
  address,
  browser: userAgent === '' ? '' : browserName(userAgent),
});

export type Activity = { kind: ActivityKind; what: string };

/** Adds an entry to the activity log, in the transaction that makes the change. Secrets never belong in `what`. */
export async function note(blog: Blog, db: Db, kind: ActivityKind, what: string): Promise<void> {
  if (blog.actor) await activity.record(db, entryOf(blog, blog.actor, kind, what));
}

const entryOf = (blog: Blog, actor: Actor, kind: ActivityKind, what: string) => ({
  date: nowIso(blog),
  kind,
  what: shortened(what, longestWhat),
  ...actor,
});

const shortened = (text: string, most: number): string => {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
};

export const quoted = (title: string): string => `"${shortened(title || 'Untitled', longestTitle)}"`;

/** A post by its title, as it stands in the log. */
export async function postNamed(db: Db, id: number): Promise<string> {
  return `the post ${quoted((await postHead(db, id))?.post_title ?? '')}`;
}

export async function activityLog(
  blog: Blog,
  filter: activity.ActivityFilter,
  page: { limit: number; offset: number },
): Promise<{ entries: ActivityEntry[]; total: number }> {
  return {
    entries: await activity.activityPage(blog.db, filter, page),
    total: await activity.countActivity(blog.db, filter),
  };
}

/** Keeps the log within bounds: a year, and so many entries. */
export async function tidyActivity(blog: Blog): Promise<void> {
  await activity.forgetActivityBefore(blog.db, new Date(blog.now().getTime() - keptDays * day).toISOString());
  const failures: ActivityKind[] = ['sign-in-failed'];
  await activity.keepLatestActivity(blog.db, failures, keptFailures);
  await activity.keepLatestActivity(
    blog.db,
    activityKinds.filter((kind) => !failures.includes(kind)),
    keptEntries,
  );
}
