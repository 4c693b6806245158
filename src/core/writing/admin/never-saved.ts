import { useUnsaved } from '../../../platform/admin/drafts/unsaved.ts';
import { formOf } from './post-draft.ts';
import { useServerDrafts } from './server-drafts.ts';

const newPost = formOf({ id: null, kind: 'post' });

/** How many drafts of posts were never saved. */
export function useNeverSaved(): number {
  const local = useUnsaved().filter(({ form }) => form === newPost);
  const remote = useServerDrafts().filter(({ kind, post_id }) => kind === 'post' && post_id === null);
  return new Set([...local, ...remote].map(({ id }) => id)).size;
}
