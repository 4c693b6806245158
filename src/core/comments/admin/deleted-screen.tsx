import { useLoaderData } from 'react-router';
import { Nothing } from '../../../platform/admin/controls/nothing.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../platform/admin/data/use-action.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { moderationBatch } from '../../../platform/http/api/limits.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
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
      <ScreenTitle>{t('Deleted comments')}</ScreenTitle>
      <p className="soft">{t('They can be restored for a day, then they are gone.')}</p>
      {comments.length === 0 && <Nothing text={t('No comment was deleted in the last day.')} />}
      {comments.length > 1 && (
        <p className="actions">
          <button
            type="button"
            onClick={() => restore(all, t('{count} comments were restored.', { count: all.length }))}
          >
            {all.length === comments.length
              ? t('Restore all')
              : t('Restore the last {count}', { count: all.length })}
          </button>
        </p>
      )}
      <ul className="sessions">
        {comments.map(({ id, user_name, comment_text, post_title, date_deleted }) => (
          <li key={id}>
            <p>
              {rich('{name} on {post}', {
                name: <strong dir="auto">{user_name}</strong>,
                post: <span dir="auto">{post_title}</span>,
              })}
            </p>
            <p dir="auto">{comment_text}</p>
            <p className="soft">
              {rich('deleted {date}', { date: <FormattedDate date={date_deleted} style="full" /> })}
            </p>
            <button
              type="button"
              aria-label={t('Restore the comment of {name} on {title}', {
                name: user_name,
                title: post_title,
              })}
              onClick={() => restore([id], t('The comment was restored.'))}
            >
              {t('Restore')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
