import type { Image, ImageUse } from '../../../contract/images.ts';
import { useConfirm } from '../controls/confirm.tsx';
import { adminApi } from '../data/admin-api.ts';
import { useNotices } from '../frame/notices.tsx';

/** So many places are named, then they are counted. */
const named = 5;

/** Asks before an image is deleted, and says what shows it. */
export function useConfirmDeletion() {
  const confirm = useConfirm();
  const { reportError } = useNotices();
  return async (image: Image, postTitle: string): Promise<boolean> => {
    try {
      const uses = await adminApi.imageUses(image.id);
      return await confirm({
        title: 'Delete an image that is in use?',
        text: `The image of "${postTitle}" will be deleted for good. Careful: ${described(uses, image.post_id)}.`,
      });
    } catch (error) {
      reportError(error);
      return false;
    }
  };
}

function described(uses: readonly ImageUse[], ownId: number): string {
  const words = uses.slice(0, named).map((use) => wordsFor(use, ownId));
  if (uses.length > named) words.push(`${uses.length - named} more places show it`);
  return words.join(', and ');
}

function wordsFor({ place, post_id, post_title }: ImageUse, ownId: number): string {
  const post = post_id === ownId ? 'the post' : `"${post_title || 'Untitled'}"`;
  switch (place) {
    case 'main':
      return `it is the main image of ${post}`;
    case 'gallery':
      return `it is in the gallery of ${post}`;
    case 'text':
      return `the text of ${post} shows it and would have a hole`;
    case 'draft':
      return post_title ? `the draft "${post_title}" shows it` : 'a draft shows it';
    case 'revision':
      return `an earlier version of ${post} shows it`;
  }
}
