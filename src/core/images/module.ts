import { day, hour, second } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { findWaitingEmbeds } from './embeds/retry-embeds.ts';
import { settleAll } from './image-files.ts';
import { imageQueue } from './processing/images.ts';
import { imageRoutes } from './routes/images.ts';
import { mediaRoutes } from './routes/media.ts';
import { sendImage } from './routes/serve-images.ts';
import { removeStaleUploads, sweep } from './sweep.ts';

export const images: Module = {
  name: 'images',
  answers: () => [sendImage],
  routes: [...imageRoutes, ...mediaRoutes],
  gauges: () => ({ pictures: imageQueue() }),
  schedules: (blog) => [
    { name: 'find embedded pages', everyMs: 60 * second, run: () => findWaitingEmbeds(blog) },
    { name: 'delete stale uploads', everyMs: hour, isLocal: true, run: () => removeStaleUploads(blog) },
    { name: 'move image files', everyMs: hour, run: () => settleAll(blog, 'pending') },
    { name: 'sweep image files', everyMs: day, skipAtStart: true, run: () => sweep(blog) },
  ],
};
