import type { AdminModule } from '../../../platform/admin/module.ts';

export const menuAdmin: AdminModule = {
  name: 'menu',
  screens: [{ path: 'menu', lazy: () => import('./menu-screen.tsx') }],
  links: [
    {
      group: 'Design',
      place: 30,
      path: 'menu',
      name: 'Menu',
      help: 'pages-and-menu',
      keywords: 'links navigation header',
    },
  ],
};
