import { temporaryDatabase } from '../../support/databases.ts';
import { deliverToFollowers } from '../../support/deliver-to-followers.ts';
import { FederatedBlog } from '../../support/federated-blog.ts';
import { atMost, type Figure, type Measurement } from '../bench-run.ts';

const withinMs = 120_000;

/** One post for 5,000 followers on 500 hosts, of which 100 are dead: with a shared inbox for each host, and without any. */
export const fediverse: Measurement = async ({ quick }) => {
  const part = quick ? 0.1 : 1;
  const hosts = { living: 400 * part, refusing: 40 * part, silent: 30 * part, failing: 30 * part };
  const figures: Figure[] = [];
  for (const hasSharedInbox of [true, false]) {
    // Only a test run has a migrated database to copy.
    const blog = await FederatedBlog.create('sqlite', { database: temporaryDatabase });
    try {
      const followers = { perHost: 10, hasSharedInbox };
      const found = await deliverToFollowers(blog, { hosts, followers, withinMs });
      const name = `fediverse, ${found.inboxes} inboxes`;
      const seconds = found.lastMs / 1000;
      figures.push(
        {
          name: `${name}: publishing`,
          value: found.publishMs,
          unit: 'ms',
          wanted: atMost('', found.publishMs, 100),
        },
        {
          name: `${name}: last one has the post`,
          value: seconds,
          unit: 's',
          wanted: atMost('', seconds, 60),
        },
        { name: `${name}: without it`, value: found.missing, unit: '', wanted: atMost('', found.missing, 0) },
        {
          name: `${name}: sent twice`,
          value: found.repeated,
          unit: '',
          wanted: atMost('', found.repeated, 0),
        },
        {
          name: `${name}: memory of the child process`,
          value: found.childMegabytes,
          unit: 'MB',
          wanted: atMost('', found.childMegabytes, 300),
        },
      );
    } finally {
      await blog.dispose();
    }
  }
  return { lines: [], figures };
};
