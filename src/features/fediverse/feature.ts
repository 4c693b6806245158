import type { Site } from '../../core/site/api/site.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Feature } from '../../platform/feature.ts';
import { startJobs, wakeJob } from '../../platform/jobs/add-job.ts';
import { keysNotMade } from '../../platform/messages/operator.ts';

export const fediverseFeature: Feature<Blog> = {
  name: 'fediverse',
  on: {
    personBlocked: async (blog: Blog, tx: Db, person: string) =>
      (await import('./reject-follower.ts')).rejectFollower(blog, tx, person),
    settingsChanged: async (blog: Blog, tx: Db, { fediverse }: { fediverse?: Site['fediverse'] }) => {
      if (!fediverse || fediverse === 'off') return;
      // What waits since it was switched off is sent.
      await wakeJob(blog, tx, 'fediverse-deliver');
      return () => {
        startJobs(blog);
        // In the background, before another server asks for them.
        void makeKeys(blog).catch((error: Error) => blog.report(keysNotMade, { error: error.message }));
      };
    },
  },
};

/** Loaded only then. */
async function makeKeys({ db }: Blog): Promise<void> {
  const { fediverseKeys } = await import('./site-keys.ts');
  await fediverseKeys(db);
}
