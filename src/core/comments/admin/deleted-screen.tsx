import { useLoaderData } from 'react-router';
import { Nothing } from '../../../platform/admin/controls/nothing.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../platform/admin/data/use-action.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { moderationBatch } from '../../../platform/http/api/limits.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import { commentCalls } from './calls.ts';

export const loader = guarded(() => commentCalls.deleted());

/** Comments that were deleted a short time ago, by the owner or by the undo of an import. */
export function Component() {
  const comments = useLoaderData<typeof loader>();
  const run = useAction();
  const restore = (ids: number[], done: string) => void run(() => commentCalls.restore({ ids }), done);
  const all = comments.slice(0, moderationBatch).map(({ id }) => id);
  return (
    <section>
      <ScreenTitle>Deleted comments</ScreenTitle>
      <p className="soft">They can be restored for a day, then they are gone.</p>
      {comments.length === 0 && <Nothing text="No comment was deleted in the last day." />}
      {comments.length > 1 && (
        <p className="actions">
          <button type="button" onClick={() => restore(all, `${all.length} comments were restored.`)}>
            {all.length === comments.length ? 'Restore all' : `Restore the last ${all.length}`}
          </button>
        </p>
      )}
      <ul className="sessions">
        {comments.map(({ id, user_name, comment_text, post_title, date_deleted }) => (
          <li key={id}>
            <p>
              <strong dir="auto">{user_name}</strong> on <span dir="auto">{post_title}</span>
            </p>
            <p dir="auto">{comment_text}</p>
            <p className="soft">
              deleted <FormattedDate date={date_deleted} style="full" />
            </p>
            <button
              type="button"
              aria-label={`Restore the comment of ${user_name} on ${post_title}`}
              onClick={() => restore([id], 'The comment was restored.')}
            >
              Restore
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
