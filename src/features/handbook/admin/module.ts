import type { AdminModule } from '../../../platform/admin/module.ts';

export const handbookAdmin: AdminModule = {
  name: 'handbook',
  screens: [
    { path: 'handbook', lazy: () => import('./screen.tsx') },
    { path: 'handbook/:page', lazy: () => import('./screen.tsx') },
  ],
  helpPanel: async () => ({ default: (await import('./help-panel.tsx')).HelpPanel }),
  links: [{ group: 'Settings', place: 150, path: 'handbook', name: 'Handbook', help: 'README' }],
};
