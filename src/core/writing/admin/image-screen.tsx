import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { FilterSelect, useFilterChange } from '../../../platform/admin/controls/filter-select.tsx';
import { titleOf } from '../../../platform/admin/controls/format.ts';
import { Nothing } from '../../../platform/admin/controls/nothing.tsx';
import { loadPage, Pager } from '../../../platform/admin/controls/pager.tsx';
import { SearchField } from '../../../platform/admin/controls/search-field.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useOptimisticList } from '../../../platform/admin/data/use-optimistic.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
import { LibraryTabs } from '../../images/admin/library-tabs.tsx';
import type { LibraryImage } from '../../images/api/images.ts';
import { useDeletedNotice } from './bin/use-restore.ts';
import { postImageCalls } from './images/calls.ts';
import { useConfirmDeletion } from './images/image-deletion.ts';
import { LibraryItem } from './images/image-library-item.tsx';
import { altTextSet, imageDeleted, mainImageSet } from './messages.ts';

const pageSize = 24;
const uses = { '': t('All'), unused: t('Not main and in no text') } as const;

export const loader = guarded(async ({ request }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url);
  const search = (searchParams.get('search') ?? '').slice(0, 200);
  const unused = searchParams.get('use') === 'unused' ? 1 : '';
  const list = await loadPage(request, pageSize, (range) =>
    postImageCalls.images({ search, unused, ...range }),
  );
  return { ...list, isFiltered: search !== '' || unused !== '' };
});

/** All images of the site, newest first. */
export function Component() {
  const { items, total, isFiltered } = useLoaderData<typeof loader>();
  const { images, setAlt, makeMain, remove } = useLibrary(items);
  const [params] = useSearchParams();
  const changeFilters = useFilterChange();
  return (
    <section>
      <ScreenTitle
        action={
          <>
            <LibraryTabs />
            <search className="filters">
              <SearchField
                value={params.get('search') ?? ''}
                onSearch={(search) => changeFilters({ search })}
              />
              <FilterSelect
                label={t('Show')}
                parameter="use"
                value={params.get('use') ?? ''}
                options={Object.entries(uses)}
              />
            </search>
          </>
        }
      >
        {t('Image')}
      </ScreenTitle>
      {images.length === 0 && (
        <Nothing
          text={isFiltered ? t('No image matches.') : t('There are no images yet.')}
          action={
            isFiltered ? (
              <Link to="?">{t('Show all images')}</Link>
            ) : (
              rich('Upload them in <link>All Posts</link> or while you write.', {
                link: (text) => <Link to={urls.admin}>{text}</Link>,
              })
            )
          }
        />
      )}
      <ul className="library" aria-label={t('Images')}>
        {images.map((image) => (
          <LibraryItem
            key={image.id}
            image={image}
            onAlt={(alt) => setAlt(image, alt)}
            onMakeMain={() => void makeMain(image)}
            onDelete={() => void remove(image)}
          />
        ))}
      </ul>
      <Pager total={total} size={pageSize} name={t('images')} />
    </section>
  );
}

function useLibrary(loaded: LibraryImage[]) {
  const { items: images, update, edit } = useOptimisticList(loaded);
  const confirmDeletion = useConfirmDeletion();
  const notifyDeleted = useDeletedNotice();
  const { notify } = useNotices();
  return {
    images,
    setAlt: async (image: LibraryImage, alt: string) => {
      await postImageCalls.setAlt({ imageId: image.id, alt });
      edit(images.map((one) => (one.id === image.id ? { ...one, alt } : one)));
      notify(altTextSet);
    },
    makeMain: (main: LibraryImage) =>
      update(
        images.map((image) =>
          image.post_id === main.post_id
            ? { ...image, main_image: image.id === main.id ? (1 as const) : (0 as const) }
            : image,
        ),
        () => postImageCalls.makeMain({ postId: main.post_id, imageId: main.id }),
        mainImageSet(titleOf(main)),
      ),
    remove: async (image: LibraryImage) => {
      if (await confirmDeletion(image, titleOf(image)))
        await update(
          images.filter(({ id }) => id !== image.id),
          () => postImageCalls.removeImage({ postId: image.post_id, imageId: image.id }),
          () => notifyDeleted(imageDeleted(titleOf(image)), [{ kind: 'image', id: image.id }]),
        );
    },
  };
}
