import type { AdminModule } from '../../../platform/admin/module.ts';

export const accountsAdmin: AdminModule = {
  name: 'accounts',
  screens: [
    { path: 'profile', lazy: () => import('./profiles/profile-screen.tsx') },
    { path: 'users/:id/profile', lazy: () => import('./profiles/profile-screen.tsx') },
    { path: 'users', lazy: () => import('./users-screen.tsx') },
    { path: 'security', lazy: () => import('./security/security-screen.tsx') },
  ],
  links: [
    { group: 'Site', place: 80, path: 'users', name: 'Users', help: 'authors' },
    { group: 'Site', place: 90, path: 'profile', name: 'Profile', help: 'authors' },
    { group: 'System', place: 20, path: 'security', name: 'Security', help: 'signing-in' },
  ],
};
