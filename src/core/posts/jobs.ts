import { type JobKinds, networkJob } from '../../platform/jobs/kinds.ts';
import type { Channel } from './channels/channel.ts';

export const postJobs = (channels: readonly Channel[]): JobKinds => ({
  'rename-category': {
    load: async () => (await import('../taxonomy/run-rename.ts')).runRename,
    lane: 'posts',
    group: 'rename-category',
  },
  'index-tag': {
    load: async () => (await import('../taxonomy/index-tag.ts')).runIndexTag,
    lane: 'posts',
  },
  ...networkJob('announce', async () => (await import('./channels/announce.ts')).announceTo(channels)),
});
