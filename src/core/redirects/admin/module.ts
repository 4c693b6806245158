import type { AdminModule } from '../../../platform/admin/module.ts';

export const redirectsAdmin: AdminModule = {
  name: 'redirects',
  screens: [{ path: 'redirects', lazy: () => import('./redirects-screen.tsx') }],
  links: [
    {
      group: 'Settings',
      place: 90,
      path: 'redirects',
      name: 'Redirects',
      help: 'pages-and-menu',
      keywords: 'old urls 404',
    },
  ],
};
