import type { AdminModule } from '../../../platform/admin/module.ts';

export const importAdmin: AdminModule = {
  name: 'import',
  screens: [
    { path: 'import', lazy: () => import('./screen.tsx') },
    { path: 'import/:id', lazy: () => import('./report-screen.tsx') },
  ],
  work: [
    { kind: 'import', name: 'Import', path: 'import' },
    { kind: 'undo-import', name: 'Undoing an import', path: 'import' },
    { kind: 'import-images', name: 'Images of an import', path: 'import', isQuiet: true },
  ],
  links: [
    {
      group: 'Settings',
      place: 100,
      path: 'import',
      name: 'Import',
      help: 'bringing-a-blog',
      keywords: 'wordpress ghost move',
    },
  ],
};
