/**
 * Every island: its name and the module whose default export is its component. Props must be serializable as JSON. The
 * browser loads a module on the first sign of intent.
 */
export const islands = {
  'card-actions': () => import('./islands/card-actions.tsx'),
  counter: () => import('./islands/counter.tsx'),
  gallery: () => import('./islands/gallery.tsx'),
  login: () => import('./islands/login.tsx'),
  'post-actions': () => import('./islands/post-actions.tsx'),
};

export type IslandName = keyof typeof islands;
