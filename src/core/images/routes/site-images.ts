import { z } from 'zod';
import { route } from '../../../platform/http/api/route.ts';
import { changedSiteImages, siteImageNames, siteImages } from '../../site/api/site.ts';
import { readSiteImages } from '../../site/site-images.ts';
import { removeSiteImage, uploadSiteImage } from '../site-images.ts';

const byImageName = z.object({ name: z.enum(siteImageNames) });

export const siteImageRoutes = [
  route('GET', '/api/admin/site/images', 'The logo, the icon and the social image of the site', {
    response: siteImages,
    handle: ({ blog }) => readSiteImages(blog),
  }),
  route('POST', '/api/admin/site/images/:name', 'Upload an image of the site (file field "image")', {
    params: byImageName,
    uploadField: 'image',
    response: changedSiteImages,
    handle: ({ blog, params, upload }) => uploadSiteImage(blog, params.name, upload),
  }),
  route('DELETE', '/api/admin/site/images/:name', 'Remove an image of the site', {
    params: byImageName,
    response: changedSiteImages,
    handle: ({ blog, params }) => removeSiteImage(blog, params.name),
  }),
];
