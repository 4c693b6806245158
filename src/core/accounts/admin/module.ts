import type { AdminModule } from '../../../platform/admin/module.ts';

export const accountsAdmin: AdminModule = {
  name: 'accounts',
  screens: [
    { path: 'profile', lazy: () => import('./profiles/profile-screen.tsx') },
    { path: 'users/:id/profile', lazy: () => import('./profiles/profile-screen.tsx') },
    { path: 'users', lazy: () => import('./users-screen.tsx') },
    { path: 'security', lazy: () => import('./security/security-screen.tsx') },
  ],
  groups: [{ name: 'Account', place: 70 }],
  links: [
    {
      group: 'Settings',
      place: 80,
      path: 'users',
      name: 'Users',
      help: 'authors',
      keywords: 'people author second author add invite',
    },
    {
      group: 'Account',
      place: 10,
      path: 'profile',
      name: 'Profile',
      help: 'authors',
      keywords: 'photo bio byline',
    },
    {
      group: 'Account',
      place: 20,
      path: 'security',
      name: 'Security',
      help: 'signing-in',
      keywords: 'password passkey sessions two-factor',
    },
  ],
};
