import { hash } from 'node:crypto';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { readSetting, writeSetting } from '../../platform/db/settings.ts';
import { inTransaction, lockName } from '../../platform/db/transaction.ts';
import { startJobs } from '../../platform/jobs/add-job.ts';
import { actorDocument } from './actor.ts';
import { actorUrl, deliver, publicAudience } from './deliver.ts';
import { fediverseUrls } from './urls.ts';

/** What followers know of the actor: a hash of its document, and where it moved. */
const setting = 'fediverse_actor_sent';
type Sent = { hash: string; movedTo: string };

/**
 * Tells followers when the actor has changed: its name, description, images or keys, and where it moved. The first time only records
 * it, because they have read the document when they followed.
 */
export async function announceActor(blog: Blog): Promise<void> {
  const actor = await actorDocument(blog);
  const now: Sent = {
    hash: hash('sha256', JSON.stringify(actor)),
    movedTo: typeof actor.movedTo === 'string' ? actor.movedTo : '',
  };
  const stored = JSON.stringify(now);
  if ((await readSetting(blog.db, setting)) === stored) return;
  await inTransaction(blog.db, async (tx) => {
    await lockName(tx, setting);
    const before = await readSetting(tx, setting);
    if (before === stored) return;
    await writeSetting(tx, setting, stored);
    if (before === undefined) return;
    const id = actorUrl(blog);
    const audience = { to: [publicAudience], cc: [blog.siteUrl() + fediverseUrls.followers] };
    const at = Date.parse(nowIso(blog));
    const { '@context': context, ...object } = actor;
    const update = { '@context': context, id: `${id}#update-${at}`, type: 'Update', ...audience, object };
    await deliver(blog, tx, update, { followers: true });
    if (now.movedTo && now.movedTo !== (JSON.parse(before) as Sent).movedTo) {
      const move = { id: `${id}#move-${at}`, type: 'Move', ...audience, object: id, target: now.movedTo };
      await deliver(blog, tx, move, { followers: true });
    }
  });
  startJobs(blog);
}
