import { callsOf, fileForm } from '../../../platform/admin/data/calls.ts';
import type { SiteImageName } from '../../site/api/site.ts';
import type { mediaRoutes } from '../routes/media.ts';
import type { siteImageRoutes } from '../routes/site-images.ts';

const { call, page } = callsOf<typeof siteImageRoutes | typeof mediaRoutes>();

const uploadSiteImage = call('POST', '/api/admin/site/images/:name');

export const imageCalls = {
  siteImages: call('GET', '/api/admin/site/images'),
  uploadSiteImage: (name: SiteImageName, file: File) =>
    uploadSiteImage({ name }, { upload: fileForm('image', file) }),
  removeSiteImage: call('DELETE', '/api/admin/site/images/:name'),
  media: page('/api/admin/media'),
  mediaUses: call('GET', '/api/admin/media/:id/uses'),
  removeMedia: call('DELETE', '/api/admin/media/:id'),
};
