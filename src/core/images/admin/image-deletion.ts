import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { titleOf } from '../../../platform/admin/controls/format.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import type { Image, ImageUse } from '../api/images.ts';
import { imageCalls } from './calls.ts';

/** The dialog names this many uses and counts the others. */
const namedUses = 5;

/** Asks before an image is deleted, and lists where it is used. */
export function useConfirmDeletion() {
  const confirm = useConfirm();
  const { reportError } = useNotices();
  return async (image: Image, postTitle: string): Promise<boolean> => {
    try {
      const uses = await imageCalls.imageUses({ imageId: image.id });
      return await confirm({
        title: 'Delete an image that is in use?',
        text: `The image of "${postTitle}" will be deleted. You can restore it from the bin for 30 days. Note: ${describe(uses, image.post_id)}.`,
      });
    } catch (error) {
      reportError(error);
      return false;
    }
  };
}

function describe(uses: readonly ImageUse[], postId: number): string {
  const descriptions = uses.slice(0, namedUses).map((use) => describeUse(use, postId));
  if (uses.length > namedUses) descriptions.push(`${uses.length - namedUses} more places show it`);
  return descriptions.join(', and ');
}

function describeUse(use: ImageUse, postId: number): string {
  const post = use.post_id === postId ? 'the post' : `"${titleOf(use)}"`;
  // Its file stays as long as something else than its own post shows it.
  const keeps = use.post_id === postId ? '' : ' and keeps it';
  switch (use.place) {
    case 'main':
      return `it is the main image of ${post}`;
    case 'gallery':
      return `it is in the gallery of ${post}`;
    case 'text':
      return `the text of ${post} shows it${keeps}`;
    case 'draft':
      return use.post_title ? `the draft "${use.post_title}" shows it${keeps}` : `a draft shows it${keeps}`;
    case 'revision':
      return `an earlier version of ${post} shows it${keeps}`;
  }
}
