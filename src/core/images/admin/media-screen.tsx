import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { formatBytes, titleOf } from '../../../platform/admin/controls/format.ts';
import { ItemButton } from '../../../platform/admin/controls/item-button.tsx';
import { Nothing } from '../../../platform/admin/controls/nothing.tsx';
import { loadPage, Pager } from '../../../platform/admin/controls/pager.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useOptimisticList } from '../../../platform/admin/data/use-optimistic.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { ImageUse } from '../api/images.ts';
import type { Media } from '../api/media.ts';
import { mediaDeleted } from '../messages.ts';
import { imageCalls } from './calls.ts';
import { LibraryTabs } from './library-tabs.tsx';
import { Uses } from './uses.tsx';

const pageSize = 24;

export const loader = guarded(({ request }: LoaderFunctionArgs) =>
  loadPage(request, pageSize, (range) => imageCalls.media(range)),
);

/** The audio and video files of the site, newest first. */
export function Component() {
  const { items, total } = useLoaderData<typeof loader>();
  const { files, remove } = useMediaLibrary(items);
  return (
    <section>
      <ScreenTitle action={<LibraryTabs />}>{t('Media')}</ScreenTitle>
      {files.length === 0 && (
        <Nothing
          text={t('There are no audio or video files yet.')}
          action={rich('Type /audio or /video in the text of <link>a post</link> to add one.', {
            link: (text) => <Link to={urls.addPost}>{text}</Link>,
          })}
        />
      )}
      <ul className="media" aria-label={t('Audio and video files')}>
        {files.map((file) => (
          <MediaItem key={file.id} file={file} onDelete={() => void remove(file)} />
        ))}
      </ul>
      {total > 0 && <Pager total={total} size={pageSize} name={t('media')} />}
    </section>
  );
}

function MediaItem({ file, onDelete }: { file: Media; onDelete: () => void }) {
  const { title, kind } = file;
  const Player = kind;
  return (
    <li>
      <Player
        controls
        preload={kind === 'video' ? 'metadata' : 'none'}
        src={file.file_path}
        aria-label={title}
      />
      <div>
        <p className="name">{title}</p>
        <p className="soft">
          {kind === 'audio' ? t('Audio') : t('Video')}, {formatBytes(file.bytes)},{' '}
          <FormattedDate date={file.date_added} />
        </p>
        <Uses name={title} load={() => imageCalls.mediaUses({ id: file.id })} />
      </div>
      <ItemButton className="quiet danger" action={t('delete')} item={title} onClick={onDelete} />
    </li>
  );
}

function useMediaLibrary(loaded: Media[]) {
  const { items: files, update } = useOptimisticList(loaded);
  const confirm = useConfirm();
  const { reportError } = useNotices();
  const remove = async (file: Media) => {
    try {
      const uses = await imageCalls.mediaUses({ id: file.id });
      const text = [
        file.kind === 'audio'
          ? t('The audio file "{title}" will be deleted permanently.', { title: file.title })
          : t('The video file "{title}" will be deleted permanently.', { title: file.title }),
        describe(uses),
      ].join(' ');
      const title = uses.length > 0 ? t('Delete a file that is in use?') : t('Delete this file?');
      if (!(await confirm({ title, text }))) return;
    } catch (error) {
      return reportError(error);
    }
    await update(
      files.filter(({ id }) => id !== file.id),
      () => imageCalls.removeMedia({ id: file.id }),
      mediaDeleted(file.title),
    );
  };
  return { files, remove };
}

/** What stops playing. */
function describe(uses: readonly ImageUse[]): string {
  const titles = [...new Set(uses.map((use) => `"${titleOf(use)}"`))];
  if (titles.length === 0) return t('No post uses it.');
  const posts = titles.slice(0, 5).join(', ');
  return titles.length > 5
    ? t('It no longer plays in {posts} and {count} more.', { posts, count: titles.length - 5 })
    : t('It no longer plays in {posts}.', { posts });
}
