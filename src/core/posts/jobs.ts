import { type JobKinds, networkJob } from '../../platform/jobs/kinds.ts';
import type { Channel } from './channels/channel.ts';

export const postJobs = (channels: readonly Channel[]): JobKinds =>
  networkJob('announce', async () => (await import('./channels/announce.ts')).announceTo(channels));
