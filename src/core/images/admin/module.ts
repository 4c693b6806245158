import type { AdminModule } from '../../../platform/admin/module.ts';

export const imagesAdmin: AdminModule = {
  name: 'images',
  screens: [{ path: 'image/media', lazy: () => import('./media-screen.tsx') }],
};
