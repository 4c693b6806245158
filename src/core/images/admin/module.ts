import type { AdminModule } from '../../../platform/admin/module.ts';

export const imagesAdmin: AdminModule = {
  name: 'images',
  groups: [{ name: 'Media', place: 30 }],
  screens: [
    { path: 'design/logo', lazy: () => import('./logo-screen.tsx') },
    { path: 'image/media', lazy: () => import('./media-screen.tsx') },
  ],
  links: [
    {
      group: 'Design',
      place: 20,
      path: 'design/logo',
      name: 'Logo and images',
      help: 'look',
      keywords: 'favicon brand',
      settings: async () => {
        const { imageFields, logoFields } = await import('../../site/admin/settings/fields.ts');
        return [...Object.values(imageFields), ...Object.values(logoFields)];
      },
    },
  ],
};
