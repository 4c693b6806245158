import { type Actor, type Blog, nowIso } from '../../platform/blog.ts';
import { deleteInBatches } from '../../platform/db/in-batches.ts';
import type { Db } from '../../platform/db/open.ts';
import type { PostKind } from '../../platform/db/schema.ts';
import { shownBrowser } from '../../platform/http/browsers.ts';
import { inEnglish } from '../../platform/messages/server-translation.ts';
import { type Message, message, rendered, translated } from '../../platform/messages/translate.ts';
import { type ActivityEntry, type ActivityKind, activityKinds } from './api/activity.ts';
import * as activity from './store/activity.ts';

const day = 24 * 60 * 60 * 1000;
const keptDays = 365;
const keptEntries = 10_000;
/** Failed sign-ins have their own limit, because strangers could otherwise push all other entries out of the log. */
const keptFailures = 2_000;
const maxDescriptionLength = 300;
const maxValueLength = 200;
const maxTitleLength = 120;

export type Activity = { kind: ActivityKind; what: Message };

/** Logs an activity in the transaction of the change. `what` must not contain secrets. */
export async function recordActivity(blog: Blog, db: Db, kind: ActivityKind, what: Message): Promise<void> {
  if (blog.actor) await activity.insertActivity(db, entryOf(blog, blog.actor, kind, what));
}

const entryOf = (blog: Blog, actor: Actor, kind: ActivityKind, what: Message) => ({
  date: nowIso(blog),
  kind,
  what: truncated(
    inEnglish(() => rendered(what)),
    maxDescriptionLength,
  ),
  message: what.values ? JSON.stringify(withShortValues(what)) : null,
  ...actor,
});

const withShortValues = ({ values = {}, ...message }: Message): Message => ({
  ...message,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object'
        ? withShortValues(value)
        : typeof value === 'string'
          ? truncated(value, maxValueLength)
          : value,
    ]),
  ),
});

const truncated = (text: string, maxLength: number): string => {
  const characters = [...text];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : text;
};

/** A title within an entry. */
export const titled = (title: string): Message | string =>
  title === '' ? message('Untitled') : truncated(title, maxTitleLength);

/** How the log names a post or a page. */
export const named = ({ kind, post_title }: { kind: PostKind; post_title: string }): Message =>
  kind === 'page'
    ? message('the page "{title}"', { title: titled(post_title) })
    : message('the post "{title}"', { title: titled(post_title) });

export async function activityLog(
  blog: Blog,
  filter: activity.ActivityFilter,
  page: { limit: number; offset: number },
): Promise<{ entries: ActivityEntry[]; total: number }> {
  const rows = await activity.activityPage(blog.db, filter, page);
  return {
    entries: rows.map(({ what, message, ...entry }) => ({
      ...entry,
      browser: shownBrowser(entry.browser),
      // Entries of earlier versions have the English text alone.
      what: message === null ? translated(what) : rendered(JSON.parse(message)),
    })),
    total: await activity.countActivity(blog.db, filter),
  };
}

/** Deletes entries older than a year, and the oldest of too many. */
export async function deleteOldActivity(blog: Blog): Promise<void> {
  const oldest = new Date(blog.now().getTime() - keptDays * day).toISOString();
  await deleteInBatches((size) => activity.deleteActivityBefore(blog.db, oldest, size));
  const failures: ActivityKind[] = ['sign-in-failed'];
  await keepNewest(blog, failures, keptFailures);
  await keepNewest(
    blog,
    activityKinds.filter((kind) => !failures.includes(kind)),
    keptEntries,
  );
}

async function keepNewest(blog: Blog, kinds: readonly ActivityKind[], keep: number): Promise<void> {
  const last = await activity.newestExcessActivity(blog.db, kinds, keep);
  if (last !== undefined)
    await deleteInBatches((size) => activity.deleteActivityUpTo(blog.db, kinds, last, size));
}
