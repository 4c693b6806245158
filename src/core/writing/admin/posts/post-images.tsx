import { titleOf } from '../../../../platform/admin/controls/format.ts';
import { focusHeading } from '../../../../platform/admin/frame/screen-title.tsx';
import { t } from '../../../../platform/messages/translate.ts';
import { Thumbnail } from '../../../images/admin/thumbnail.tsx';
import type { Image } from '../../../images/api/images.ts';
import type { AdminPost } from '../../../posts/api/posts.ts';
import { useAskAboutShares } from '../ask-about-shares.ts';
import { useDeletedNotice } from '../bin/use-restore.ts';
import { postImageCalls } from '../images/calls.ts';
import { useConfirmDeletion } from '../images/image-deletion.ts';
import { imageDeleted, mainImageSet } from '../messages.ts';
import type { PostActions } from './use-posts.ts';

type Props = { post: AdminPost; actions: PostActions };

export function PostImages({ post, actions }: Props) {
  const { update } = actions;
  const confirmDeletion = useConfirmDeletion();
  const notifyDeleted = useDeletedNotice();
  const title = titleOf(post);

  const main = post.images.find((image) => image.main_image === 1);
  const askAboutShares = useAskAboutShares();
  const makeMain = async (image: Image) => {
    const changed = await update(post.id, {
      apply: withMain(image),
      undo: withMain(main),
      request: () => postImageCalls.makeMain({ postId: post.id, imageId: image.id }),
      ...(main && {
        done: {
          text: mainImageSet(title),
          revert: () => postImageCalls.makeMain({ postId: post.id, imageId: main.id }),
        },
      }),
    });
    if (changed && post.active === 1 && post.shares.length > 0) await askAboutShares(post.id, 'update');
  };
  const remove = async (image: Image) => {
    if (!(await confirmDeletion(image, title))) return;
    const deleted = await update(post.id, {
      apply: without(image),
      undo: withRestored(image),
      request: () => postImageCalls.removeImage({ postId: post.id, imageId: image.id }),
    });
    if (!deleted) return;
    focusHeading();
    notifyDeleted(imageDeleted(title), [{ kind: 'image', id: image.id }]);
  };

  if (post.images.length === 0) return <p className="soft">{t('This post has no images.')}</p>;
  return (
    <ul className="images" aria-label={t('Images of {title}', { title })}>
      {post.images.map((image, index) => {
        const name = t('image {number} of {title}', { number: index + 1, title });
        return (
          <li key={image.id}>
            <Thumbnail image={image} name={name} />
            <span className="actions">
              {image.main_image === 1 ? (
                <strong className="chip good">{t('Main')}</strong>
              ) : (
                <button type="button" className="quiet" onClick={() => void makeMain(image)}>
                  {t('Make Main')}
                </button>
              )}
              <button
                type="button"
                className="quiet danger"
                title={t('Delete {name}', { name })}
                onClick={() => void remove(image)}
              >
                X
              </button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const withMain = (main: Image | undefined) => (post: AdminPost) => ({
  ...post,
  images: post.images.map((image) => ({
    ...image,
    main_image: image.id === main?.id ? (1 as const) : (0 as const),
  })),
});

/** Like the server: when the main image is deleted, the oldest remaining one becomes the main image. */
const without = (deleted: Image) => (post: AdminPost) => {
  const images = post.images.filter(({ id }) => id !== deleted.id);
  return deleted.main_image === 1 ? withMain(images[0])({ ...post, images }) : { ...post, images };
};

const withRestored = (image: Image) => (post: AdminPost) => {
  const images = [...post.images, image].sort((a, b) => a.id - b.id);
  return image.main_image === 1 ? withMain(image)({ ...post, images }) : { ...post, images };
};
