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
import { mediaDeleted } from '../../../platform/messages/owner.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { ImageUse } from '../api/images.ts';
import type { Media } from '../api/media.ts';
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
      <ScreenTitle action={<LibraryTabs />}>Media</ScreenTitle>
      {files.length === 0 && (
        <Nothing
          text="There are no audio or video files yet."
          action={
            <>
              Type /audio or /video in the text of <Link to={urls.addPost}>a post</Link> to add one.
            </>
          }
        />
      )}
      <ul className="media" aria-label="Audio and video files">
        {files.map((file) => (
          <MediaItem key={file.id} file={file} onDelete={() => void remove(file)} />
        ))}
      </ul>
      {total > 0 && <Pager total={total} size={pageSize} name="media" />}
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
          {kind === 'audio' ? 'Audio' : 'Video'}, {formatBytes(file.bytes)},{' '}
          <FormattedDate date={file.date_added} />
        </p>
        <Uses name={title} load={() => imageCalls.mediaUses({ id: file.id })} />
      </div>
      <ItemButton className="quiet danger" action="delete" item={title} onClick={onDelete} />
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
      const text = `The ${file.kind} file "${file.title}" will be deleted permanently. ${describe(uses)}`;
      const title = uses.length > 0 ? 'Delete a file that is in use?' : 'Delete this file?';
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
  if (titles.length === 0) return 'No post uses it.';
  const named = titles.slice(0, 5).join(', ');
  const more = titles.length > 5 ? ` and ${titles.length - 5} more` : '';
  return `It no longer plays in ${named}${more}.`;
}
