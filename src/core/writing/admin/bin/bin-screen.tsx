import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useConfirm } from '../../../../platform/admin/controls/confirm.tsx';
import { formatNumber, titleOf } from '../../../../platform/admin/controls/format.ts';
import { Nothing } from '../../../../platform/admin/controls/nothing.tsx';
import { loadPage, Pager } from '../../../../platform/admin/controls/pager.tsx';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../../platform/admin/data/use-action.ts';
import { ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../../platform/http/urls.ts';
import { binEmptied, deletedForGood } from '../../../../platform/messages/owner.ts';
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
              Empty bin
            </button>
          )
        }
      >
        Bin
      </ScreenTitle>
      <p className="soft">
        Deleted posts, pages, images and drafts stay here for 30 days. Only administrators see them, and only
        you see your drafts.
      </p>
      <BinnedDrafts drafts={drafts} />
      {items.length === 0 && drafts.length === 0 && (
        <Nothing text="The bin is empty." action={<Link to={urls.admin}>Back to All Posts</Link>} />
      )}
      {items.length > 0 && (
        <ul className="bin" aria-label="Deleted posts and images">
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
      <Pager total={total} size={pageSize} name="deleted items" />
    </section>
  );
}

const chips = { post: 'Post', page: 'Page', image: 'Image' };

const nameOf = (entry: BinEntry): string =>
  entry.kind === 'post' ? `the ${entry.post_kind} "${titleOf(entry)}"` : `the image of "${titleOf(entry)}"`;

function PostOfImage({ entry }: { entry: BinEntry }) {
  if (entry.post === 'bin')
    return (
      <p className="soft">
        Its {entry.post_kind} is in the bin, too. Restore the {entry.post_kind} first.
      </p>
    );
  if (entry.post === 'gone') return <p className="soft">Its {entry.post_kind} was deleted for good.</p>;
  return (
    <p className="soft">
      Of the {entry.post_kind} <Link to={urls.editPost(entry.post_id)}>{titleOf(entry)}</Link>
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
      const what = nameOf(entry);
      const confirmed = await confirm({
        title:
          entry.kind === 'post' ? `Delete this ${entry.post_kind} for good?` : 'Delete this image for good?',
        text: `${what.charAt(0).toUpperCase()}${what.slice(1)} will be deleted for good and cannot be restored.`,
      });
      if (confirmed)
        await run(
          () => binCalls.deleteForGood({ kind: entry.kind, id: entry.id }),
          deletedForGood(titleOf(entry)),
        );
    },
    empty: async () => {
      const count = total === 1 ? '1 item' : `${formatNumber(total)} items`;
      const confirmed = await confirm({
        title: 'Empty the bin?',
        text: `Everything in the bin (${count}) will be deleted for good and cannot be restored.`,
      });
      if (confirmed) await run(() => binCalls.emptyBin(), binEmptied(total));
    },
  };
}
