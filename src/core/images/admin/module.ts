import type { AdminModule } from '../../../platform/admin/module.ts';

export const imagesAdmin: AdminModule = {
  name: 'images',
  screens: [
    { path: 'image', lazy: () => import('./image-screen.tsx') },
    { path: 'image/media', lazy: () => import('./media-screen.tsx') },
  ],
  links: [{ group: 'Write', place: 50, path: 'image', name: 'Image' }],
};
