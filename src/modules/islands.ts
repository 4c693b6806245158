import type { Islands } from '../platform/web/island.tsx';

/**
 * Every island: its name and the module whose default export is its component. Props must be serializable as JSON. The
 * browser loads a module on the first sign of intent.
 */
export const islands: Islands = {
  'card-actions': () => import('../core/comments/pages/islands/card-actions.tsx'),
  'comment-entry': () => import('../core/comments/pages/islands/comment-entry.tsx'),
  counter: () => import('../features/counter/islands/counter.tsx'),
  gallery: () => import('../core/images/pages/islands/gallery.tsx'),
  login: () => import('../core/accounts/pages/islands/login.tsx'),
  'post-actions': () => import('../core/comments/pages/islands/post-actions.tsx'),
};
