import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Feature } from '../../platform/feature.ts';
import { startJobs, wakeJob } from '../../platform/jobs/add-job.ts';

export const socialFeature: Feature<Blog> = {
  name: 'social',
  on: {
    settingsChanged: async (blog: Blog, tx: Db, { social_replies }: { social_replies?: boolean }) => {
      if (!social_replies) return;
      // What waits since it was switched off is sent.
      await wakeJob(blog, tx, 'social-replies');
      return () => startJobs(blog);
    },
  },
};
