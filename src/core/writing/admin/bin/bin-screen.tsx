import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useConfirm } from '../../../../platform/admin/controls/confirm.tsx';
import { titleOf } from '../../../../platform/admin/controls/format.ts';
import { Nothing } from '../../../../platform/admin/controls/nothing.tsx';
import { loadPage, Pager } from '../../../../platform/admin/controls/pager.tsx';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../../platform/admin/data/use-action.ts';
import { ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../../platform/http/urls.ts';
import { binEmptied, deletedForGood } from '../../../../platform/messages/owner.ts';
import { rich } from '../../../../platform/messages/rich.ts';
import { plural, t } from '../../../../platform/messages/translate.ts';
import type { BinEntry } from '../../../posts/bin/api.ts';
import { writingCalls } from '../calls.ts';
import { BinnedDrafts } from './binned-drafts.tsx';
import { binCalls } from './calls.ts';
import { Entry } from './entry.tsx';
import { useRestore } from './use-restore.ts';
import './bin.css';

const pageSize = 25;

export const loader = guarded(async ({ request }: LoaderFunctionArgs) => {
  const [page, drafts] = await Promise.all([
    loadPage(request, pageSize, (range) => binCalls.bin(range)),
    writingCalls.draftsInBin(),
  ]);
  return { ...page, drafts };
});

/** Deleted posts, images and drafts, until they are restored or deleted for good. */
export function Component() {
  const { items, total, drafts } = useLoaderData<typeof loader>();
  const all = total + drafts.length;
  const { restore, remove, empty } = useBin(all);
  return (
    <section>
      <ScreenTitle
        action={
          all > 0 && (
            <button type="button" className="danger" onClick={() => void empty()}>
              {t('Empty bin')}
            </button>
          )
        }
      >
        {t('Bin')}
      </ScreenTitle>
      <p className="soft">
        {t(
          'Deleted posts, pages, images and drafts stay here for 30 days. Only administrators see them, and only you see your drafts.',
        )}
      </p>
      <BinnedDrafts drafts={drafts} />
      {items.length === 0 && drafts.length === 0 && (
        <Nothing
          text={t('The bin is empty.')}
          action={<Link to={urls.admin}>{t('Back to All Posts')}</Link>}
        />
      )}
      {items.length > 0 && (
        <ul className="bin" aria-label={t('Deleted posts and images')}>
          {items.map((entry) => (
            <Entry
              key={`${entry.kind} ${entry.id}`}
              entry={entry}
              name={nameOf(entry)}
              chip={chips[entry.kind === 'post' ? entry.post_kind : 'image']}
              image={<Picture entry={entry} />}
              onRestore={entry.kind === 'post' || entry.post === 'there' ? () => void restore([entry]) : null}
              onDelete={() => void remove(entry)}
            >
              {entry.kind === 'image' && <PostOfImage entry={entry} />}
            </Entry>
          ))}
        </ul>
      )}
      <Pager total={total} size={pageSize} name={t('deleted items')} />
    </section>
  );
}

const chips = { post: t('Post'), page: t('Page'), image: t('Image') };

const removalTitles = {
  post: t('Delete this post for good?'),
  page: t('Delete this page for good?'),
  image: t('Delete this image for good?'),
};

function removalText(entry: BinEntry): string {
  const title = titleOf(entry);
  if (entry.kind === 'image')
    return t('The image of "{title}" will be deleted for good and cannot be restored.', { title });
  return entry.post_kind === 'page'
    ? t('The page "{title}" will be deleted for good and cannot be restored.', { title })
    : t('The post "{title}" will be deleted for good and cannot be restored.', { title });
}

const nameOf = (entry: BinEntry): string =>
  entry.kind === 'post'
    ? entry.post_kind === 'page'
      ? t('the page "{title}"', { title: titleOf(entry) })
      : t('the post "{title}"', { title: titleOf(entry) })
    : t('the image of "{title}"', { title: titleOf(entry) });

function PostOfImage({ entry }: { entry: BinEntry }) {
  const isPage = entry.post_kind === 'page';
  if (entry.post === 'bin')
    return (
      <p className="soft">
        {isPage
          ? t('Its page is in the bin, too. Restore the page first.')
          : t('Its post is in the bin, too. Restore the post first.')}
      </p>
    );
  if (entry.post === 'gone')
    return (
      <p className="soft">
        {isPage ? t('Its page was deleted for good.') : t('Its post was deleted for good.')}
      </p>
    );
  const title = <Link to={urls.editPost(entry.post_id)}>{titleOf(entry)}</Link>;
  return (
    <p className="soft">
      {isPage ? rich('Of the page {title}', { title }) : rich('Of the post {title}', { title })}
    </p>
  );
}

function Picture({ entry }: { entry: BinEntry }) {
  const { image } = entry;
  if (!image) return <span className="bin-picture" aria-hidden="true" />;
  return (
    <img
      className="bin-picture"
      src={`${urls.api}/api/admin/bin/${entry.kind}/${entry.id}/thumbnail`}
      alt={image.alt}
      width={image.width}
      height={image.height}
      loading="lazy"
      style={{ backgroundColor: image.color }}
    />
  );
}

function useBin(total: number) {
  const confirm = useConfirm();
  const run = useAction();
  return {
    restore: useRestore(),
    remove: async (entry: BinEntry) => {
      const confirmed = await confirm({
        title: removalTitles[entry.kind === 'post' ? entry.post_kind : 'image'],
        text: removalText(entry),
      });
      if (confirmed)
        await run(
          () => binCalls.deleteForGood({ kind: entry.kind, id: entry.id }),
          deletedForGood(titleOf(entry)),
        );
    },
    empty: async () => {
      const confirmed = await confirm({
        title: t('Empty the bin?'),
        text: plural(total, {
          one: 'Everything in the bin (1 item) will be deleted for good and cannot be restored.',
          other: 'Everything in the bin ({count} items) will be deleted for good and cannot be restored.',
        }),
      });
      if (confirmed) await run(() => binCalls.emptyBin(), binEmptied(total));
    },
  };
}
