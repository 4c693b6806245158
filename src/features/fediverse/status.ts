import { readSite } from '../../core/site/site.ts';
import type { Blog } from '../../platform/blog.ts';
import { countDeliveries, failingHosts } from '../../platform/jobs/outbox/store.ts';
import { hostOf } from './actor.ts';
import type { FediverseStatus } from './api.ts';
import { deliverKind } from './store/deliveries.ts';
import { countFollowers, recentFollowers } from './store/fediverse.ts';

const maxRecent = 10;
const maxFailing = 50;

export async function fediverseStatus(blog: Blog): Promise<FediverseStatus> {
  const site = await readSite(blog);
  if (site.fediverse === 'off')
    return { address: null, followers: 0, recent_followers: [], waiting: 0, failing_hosts: [] };
  const { db } = blog;
  return {
    address: `@${site.fediverse_name}@${hostOf(blog)}`,
    followers: await countFollowers(db),
    recent_followers: (await recentFollowers(db, maxRecent)).map(({ handle, name, url, date_followed }) => ({
      handle,
      name,
      url,
      date: date_followed ?? '',
    })),
    waiting: await countDeliveries(db, deliverKind),
    failing_hosts: (await failingHosts(db, deliverKind, maxFailing)).map(
      ({ host, error, date_failing, next_run, waiting, given_up }) => ({
        host,
        error,
        since: date_failing,
        next_attempt: next_run,
        waiting: Number(waiting ?? 0),
        given_up: given_up === 1,
      }),
    ),
  };
}
