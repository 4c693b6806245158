import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { LibraryImage } from '../../../contract/images.ts';
import { urls } from '../../../contract/urls.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { formatBytes } from '../controls/format.ts';
import { Pager, pageNumber, redirectToLastPage } from '../controls/pager.tsx';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import { useOptimisticList } from '../data/use-optimistic.ts';
import { ScreenTitle } from '../frame/screen-title.tsx';
import { useConfirmDeletion } from './image-deletion.ts';

const size = 24;

export const loader = guarded(async ({ request }: LoaderFunctionArgs) => {
  const page = pageNumber(new URL(request.url).searchParams);
  const list = await adminApi.images({ limit: size, offset: (page - 1) * size });
  redirectToLastPage(request, list.total, size);
  return list;
});

/** Every image of the site, newest first. */
export function Component() {
  const { items, total } = useLoaderData<typeof loader>();
  const { images, makeMain, remove } = useLibrary(items);
  return (
    <section>
      <ScreenTitle>Image</ScreenTitle>
      {images.length === 0 && (
        <p className="nothing">There are no images yet. They are uploaded in the list of posts.</p>
      )}
      <ul className="library" aria-label="Images">
        {images.map((image) => (
          <li key={image.id}>
            <a href={image.file_path_largest} target="_blank" rel="noopener">
              <img
                src={image.file_path_thumbnail}
                alt={image.alt || `Image ${image.id} of ${titleOf(image)}`}
                width={image.width}
                height={image.height}
                loading="lazy"
                style={{ backgroundColor: image.color }}
              />
            </a>
            <p>
              <Link to={urls.editPost(image.post_id)}>{titleOf(image)}</Link>
            </p>
            <p className="uses">
              <span className="chip good">{image.main_image === 1 ? 'Main' : 'Gallery'}</span>
              {image.in_text && <span className="chip good">In the text</span>}
            </p>
            <p className="soft">
              {image.width} × {image.height}, {formatBytes(image.bytes)},{' '}
              <FormattedDate date={image.date_added} />
            </p>
            <p className="actions">
              {image.main_image === 0 && (
                <button type="button" onClick={() => void makeMain(image)}>
                  Make Main
                </button>
              )}
              <button type="button" className="danger" onClick={() => void remove(image)}>
                delete
              </button>
            </p>
          </li>
        ))}
      </ul>
      <Pager total={total} size={size} name="images" />
    </section>
  );
}

const titleOf = (image: LibraryImage): string => image.post_title || 'Untitled';

function useLibrary(loaded: LibraryImage[]) {
  const { items: images, attempt } = useOptimisticList(loaded);
  const confirmDeletion = useConfirmDeletion();
  return {
    images,
    makeMain: (chosen: LibraryImage) =>
      attempt(
        images.map((image) =>
          image.post_id === chosen.post_id
            ? { ...image, main_image: image.id === chosen.id ? (1 as const) : (0 as const) }
            : image,
        ),
        () => adminApi.makeMain(chosen.post_id, chosen.id),
        `This is the main image of "${titleOf(chosen)}" now.`,
      ),
    remove: async (image: LibraryImage) => {
      if (await confirmDeletion(image, titleOf(image)))
        await attempt(
          images.filter(({ id }) => id !== image.id),
          () => adminApi.removeImage(image.post_id, image.id),
          `The image of "${titleOf(image)}" was deleted.`,
        );
    },
  };
}
