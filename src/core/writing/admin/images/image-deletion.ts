import { useConfirm } from '../../../../platform/admin/controls/confirm.tsx';
import { titleOf } from '../../../../platform/admin/controls/format.ts';
import { useNotices } from '../../../../platform/admin/frame/notices.tsx';
import { formatList, plural, t } from '../../../../platform/messages/translate.ts';
import type { Image, ImageUse } from '../../../images/api/images.ts';
import { postImageCalls } from './calls.ts';

/** The dialog names this many uses and counts the others. */
const namedUses = 5;

/** Asks before an image is deleted, and lists where it is used. */
export function useConfirmDeletion() {
  const confirm = useConfirm();
  const { reportError } = useNotices();
  return async (image: Image, postTitle: string): Promise<boolean> => {
    try {
      const uses = await postImageCalls.imageUses({ imageId: image.id });
      return await confirm({
        title: t('Delete an image that is in use?'),
        text: t(
          'The image of "{postTitle}" will be deleted. You can restore it from the bin for 30 days. Note: {uses}.',
          { postTitle, uses: describe(uses, image.post_id) },
        ),
      });
    } catch (error) {
      reportError(error);
      return false;
    }
  };
}

function describe(uses: readonly ImageUse[], postId: number): string {
  const descriptions = uses.slice(0, namedUses).map((use) => describeUse(use, postId));
  if (uses.length > namedUses)
    descriptions.push(
      plural(uses.length - namedUses, { one: '1 more place shows it', other: '{count} more places show it' }),
    );
  return formatList(descriptions);
}

function describeUse(use: ImageUse, postId: number): string {
  const post = use.post_id === postId ? t('the post') : `"${titleOf(use)}"`;
  // Its file stays as long as something else than its own post shows it.
  const isOwn = use.post_id === postId;

  switch (use.place) {
    case 'main':
      return t('it is the main image of {post}', { post });
    case 'gallery':
      return t('it is in the gallery of {post}', { post });
    case 'text':
      return isOwn
        ? t('the text of {post} shows it', { post })
        : t('the text of {post} shows it and keeps it', { post });
    case 'draft':
      if (isOwn)
        return use.post_title
          ? t('the draft "{title}" shows it', { title: use.post_title })
          : t('a draft shows it');
      return use.post_title
        ? t('the draft "{title}" shows it and keeps it', { title: use.post_title })
        : t('a draft shows it and keeps it');
    case 'revision':
      return isOwn
        ? t('an earlier version of {post} shows it', { post })
        : t('an earlier version of {post} shows it and keeps it', { post });
  }
}
