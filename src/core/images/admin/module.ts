import type { AdminModule } from '../../../platform/admin/module.ts';

export const imagesAdmin: AdminModule = {
  name: 'images',
  groups: [{ name: 'Media', place: 30 }],
  screens: [{ path: 'image/media', lazy: () => import('./media-screen.tsx') }],
};
