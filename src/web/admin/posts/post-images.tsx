import type { Image } from '../../../contract/images.ts';
import type { AdminPost } from '../../../contract/posts.ts';
import { adminApi } from '../data/admin-api.ts';
import { useNotices } from '../frame/notices.tsx';
import { focusHeading } from '../frame/screen-title.tsx';
import { useConfirmDeletion } from '../images/image-deletion.ts';
import { type PostActions, titleOf } from './use-posts.ts';

type Props = { post: AdminPost; actions: PostActions };

/** The images of a post: which is the main one, and ways to change that. */
export function PostImages({ post, actions }: Props) {
  const { attempt } = actions;
  const confirmDeletion = useConfirmDeletion();
  const { notify } = useNotices();
  const title = titleOf(post);

  const main = post.images.find((image) => image.main_image === 1);
  const makeMain = (chosen: Image) =>
    attempt(post.id, {
      apply: withMain(chosen),
      undo: withMain(main),
      call: () => adminApi.makeMain(post.id, chosen.id),
    });
  const remove = async (image: Image) => {
    if (!(await confirmDeletion(image, title))) return;
    const gone = await attempt(post.id, {
      apply: without(image),
      undo: withAgain(image),
      call: () => adminApi.removeImage(post.id, image.id),
    });
    if (!gone) return;
    focusHeading();
    notify(`The image of "${title}" was deleted.`);
  };

  if (post.images.length === 0) return <p className="soft">This post has no images.</p>;
  return (
    <ul className="images" aria-label={`Images of ${title}`}>
      {post.images.map((image, index) => {
        const name = `image ${index + 1} of ${title}`;
        return (
          <li key={image.id}>
            <a href={image.file_path_largest} target="_blank" rel="noopener">
              <img
                src={image.file_path_thumbnail}
                alt={image.alt || name}
                width={image.width}
                height={image.height}
                loading="lazy"
                style={{ backgroundColor: image.color }}
              />
            </a>
            <span className="actions">
              {image.main_image === 1 ? (
                <strong className="chip good">Main</strong>
              ) : (
                <button type="button" onClick={() => void makeMain(image)}>
                  Make Main
                </button>
              )}
              <button
                type="button"
                className="quiet danger"
                title={`Delete ${name}`}
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

const withMain = (chosen: Image | undefined) => (post: AdminPost) => ({
  ...post,
  images: post.images.map((image) => ({
    ...image,
    main_image: image.id === chosen?.id ? (1 as const) : (0 as const),
  })),
});

/** As the server does it: when the main image goes, the oldest that remains takes its place. */
const without = (gone: Image) => (post: AdminPost) => {
  const images = post.images.filter(({ id }) => id !== gone.id);
  return gone.main_image === 1 ? withMain(images[0])({ ...post, images }) : { ...post, images };
};

const withAgain = (image: Image) => (post: AdminPost) => {
  const images = [...post.images, image].sort((a, b) => a.id - b.id);
  return image.main_image === 1 ? withMain(image)({ ...post, images }) : { ...post, images };
};
