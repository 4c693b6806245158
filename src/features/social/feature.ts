import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Feature } from '../../platform/feature.ts';
import { startJobs, wakeJob } from '../../platform/jobs/add-job.ts';
import { networkConnections } from './connections.ts';
import { networks } from './networks/networks.ts';
import { networksPart } from './networks.ts';

export const socialFeature: Feature<Blog> = {
  name: 'social',
  part: (config) => networksPart.with(networks(config.networks, { allow: config.outgoingAllow })),
  connections: networkConnections,
  on: {
    settingsChanged: async (blog: Blog, tx: Db, { social_replies }: { social_replies?: boolean }) => {
      if (!social_replies) return;
      // What waits since it was switched off is sent.
      await wakeJob(blog, tx, 'social-replies');
      return () => startJobs(blog);
    },
  },
};
