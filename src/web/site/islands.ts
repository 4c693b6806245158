/**
 * Every island: its name and the module whose default export is its component. Props must survive JSON. The browser
 * loads a module when a reader shows interest in it.
 */
export const islands = {
  'card-actions': () => import('./islands/card-actions.tsx'),
  counter: () => import('./islands/counter.tsx'),
  gallery: () => import('./islands/gallery.tsx'),
  'load-more': () => import('./islands/load-more.tsx'),
  login: () => import('./islands/login.tsx'),
  'post-actions': () => import('./islands/post-actions.tsx'),
};

export type IslandName = keyof typeof islands;
