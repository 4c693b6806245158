import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { LibraryImage } from '../../../contract/images.ts';
import { urls } from '../../../contract/urls.ts';
import { imageDeleted, mainImageSet } from '../../../messages/owner.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { formatBytes, titleOf } from '../controls/format.ts';
import { loadPage, Pager } from '../controls/pager.tsx';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import { useOptimisticList } from '../data/use-optimistic.ts';
import { ScreenTitle } from '../frame/screen-title.tsx';
import { useConfirmDeletion } from './image-deletion.ts';
import { Thumbnail } from './thumbnail.tsx';

const pageSize = 24;

export const loader = guarded(({ request }: LoaderFunctionArgs) =>
  loadPage(request, pageSize, (range) => adminApi.images(range)),
);

/** All images of the site, newest first. */
export function Component() {
  const { items, total } = useLoaderData<typeof loader>();
  const { images, makeMain, remove } = useLibrary(items);
  return (
    <section>
      <ScreenTitle>Image</ScreenTitle>
      {images.length === 0 && (
        <p className="nothing">There are no images yet. You can upload them in the list of posts.</p>
      )}
      <ul className="library" aria-label="Images">
        {images.map((image) => (
          <li key={image.id}>
            <Thumbnail image={image} name={`Image ${image.id} of ${titleOf(image)}`} />
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
      <Pager total={total} size={pageSize} name="images" />
    </section>
  );
}

function useLibrary(loaded: LibraryImage[]) {
  const { items: images, update } = useOptimisticList(loaded);
  const confirmDeletion = useConfirmDeletion();
  return {
    images,
    makeMain: (main: LibraryImage) =>
      update(
        images.map((image) =>
          image.post_id === main.post_id
            ? { ...image, main_image: image.id === main.id ? (1 as const) : (0 as const) }
            : image,
        ),
        () => adminApi.makeMain(main.post_id, main.id),
        mainImageSet(titleOf(main)),
      ),
    remove: async (image: LibraryImage) => {
      if (await confirmDeletion(image, titleOf(image)))
        await update(
          images.filter(({ id }) => id !== image.id),
          () => adminApi.removeImage(image.post_id, image.id),
          imageDeleted(titleOf(image)),
        );
    },
  };
}
