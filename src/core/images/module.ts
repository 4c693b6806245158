import { day, hour } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { applyAllVisibility } from './image-files.ts';
import { imageQueue } from './processing/images.ts';
import { mediaRoutes } from './routes/media.ts';
import { sendImage } from './routes/serve-images.ts';
import { siteImageRoutes } from './routes/site-images.ts';
import { removeStaleUploads, sweep } from './sweep.ts';

export const images: Module = {
  name: 'images',
  answers: () => [sendImage],
  routes: [...siteImageRoutes, ...mediaRoutes],
  gauges: () => ({ pictures: imageQueue() }),
  schedules: (blog) => [
    { name: 'delete stale uploads', everyMs: hour, isLocal: true, run: () => removeStaleUploads(blog) },
    { name: 'move image files', everyMs: hour, run: () => applyAllVisibility(blog, 'pending') },
    { name: 'sweep image files', everyMs: day, skipAtStart: true, run: () => sweep(blog) },
  ],
};
