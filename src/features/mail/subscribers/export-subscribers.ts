import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { recordActivity } from '../../../core/site/activity.ts';
import type { Blog } from '../../../platform/blog.ts';
import * as messages from '../messages/lists.ts';
import { subscribersAfter } from '../store/subscriber-lists.ts';
import { chosenCategories } from './subscriber-list.ts';
import { type ExportedSubscriber, subscribersCsv } from './subscribers-csv.ts';

/** Small enough that requests are answered in between. */
const rowsAtOnce = 500;

/** The list of subscribers as a file, which is read while it is sent. */
export async function exportSubscribers(
  blog: Blog,
): Promise<{ name: string; stream: AsyncIterable<string> }> {
  await recordActivity(blog, blog.db, 'site', messages.exportedWhat);
  const day = blog.now().toISOString().slice(0, 10);
  return { name: `subscribers-${day}.csv`, stream: subscribersCsv(batches(blog)) };
}

async function* batches(blog: Blog): AsyncGenerator<ExportedSubscriber[]> {
  for (let after = 0; ; ) {
    const rows = await subscribersAfter(blog.db, after, rowsAtOnce);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => ({ ...row, categories: chosenCategories(row) }));
    after = last.id;
    await yieldToEventLoop();
  }
}
