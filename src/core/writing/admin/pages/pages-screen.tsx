import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { useConfirm } from '../../../../platform/admin/controls/confirm.tsx';
import { useFilterChange } from '../../../../platform/admin/controls/filter-select.tsx';
import { titleOf } from '../../../../platform/admin/controls/format.ts';
import { ItemButton } from '../../../../platform/admin/controls/item-button.tsx';
import { Nothing } from '../../../../platform/admin/controls/nothing.tsx';
import { loadPage, Pager } from '../../../../platform/admin/controls/pager.tsx';
import { SearchField } from '../../../../platform/admin/controls/search-field.tsx';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../../platform/admin/data/use-action.ts';
import { useNotices } from '../../../../platform/admin/frame/notices.tsx';
import { focusHeading, ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../../platform/http/urls.ts';
import { rich } from '../../../../platform/messages/rich.ts';
import { t } from '../../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import type { AdminPost } from '../../../posts/api/posts.ts';
import { useDeletedNotice } from '../bin/use-restore.ts';
import { DraftsList } from '../drafts-list.tsx';
import { pageActivated, pageDeactivated, pageDeleted } from '../messages.ts';
import { postCalls } from '../post-calls.ts';
import { loadServerDrafts } from '../server-drafts.ts';
import './pages.css';

const pageSize = 20;

export const loader = guarded(async ({ request }: LoaderFunctionArgs) => {
  // The request has logged the error; the list shows the drafts of this browser.
  await loadServerDrafts().catch(() => {});
  const search = new URL(request.url).searchParams.get('search') ?? '';
  return loadPage(request, pageSize, (range) =>
    postCalls.posts({ ...range, kind: 'page', search, sort: 'title', order: 'asc' }),
  );
});

/** The pages of the owner, which are in no list of posts. */
export function Component() {
  const { items, total } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const changeFilters = useFilterChange();
  const search = params.get('search') ?? '';
  return (
    <section>
      <ScreenTitle
        action={
          <Link className="button primary" to={urls.addPage}>
            {t('Add Page')}
          </Link>
        }
      >
        {t('Pages')}
      </ScreenTitle>
      {(total > pageSize || search !== '') && (
        <search className="filters">
          <SearchField value={search} onSearch={(text) => changeFilters({ search: text })} />
        </search>
      )}
      <DraftsList kind="page" />
      {items.length === 0 ? (
        <Nothing
          text={
            search
              ? t('No page matches.')
              : t(
                  'There are no pages yet. A page, such as About or a legal notice, has a path of its own and is in no list of posts.',
                )
          }
          action={
            search ? (
              <Link to={urls.pages}>{t('Show all pages')}</Link>
            ) : (
              <Link to={urls.addPage}>{t('Write one')}</Link>
            )
          }
        />
      ) : (
        <table className="pages as-cards quiet-rows">
          <caption className="visually-hidden">{t('Pages')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Page Title')}</th>
              <th scope="col">{t('Path')}</th>
              <th scope="col">{t('Status')}</th>
              <th scope="col">{t('Updated')}</th>
              <th scope="col">{t('Action')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((page) => (
              <PageRow key={page.id} page={page} />
            ))}
          </tbody>
        </table>
      )}
      <Pager total={total} size={pageSize} name={t('pages')} />
    </section>
  );
}

function PageRow({ page }: { page: AdminPost }) {
  const run = useAction();
  const remove = useRemove();
  const title = titleOf(page);
  const isActive = page.active === 1;
  const { notify } = useNotices();
  const setStatus = (status: 0 | 1, undo?: () => Promise<void>) =>
    run(
      () => postCalls.setStatus({ id: page.id, status }),
      () => notify(status === 1 ? pageActivated(title) : pageDeactivated(title), undo, `post:${page.id}`),
    );
  const toggle = () => setStatus(isActive ? 0 : 1, async () => void (await setStatus(isActive ? 1 : 0)));
  return (
    <tr className="as-card">
      <th scope="row" className="post-title" data-label={t('Page Title')}>
        <Link to={urls.editPost(page.id)}>{title}</Link>
      </th>
      <td className="page-path" data-label={t('Path')}>
        <code>{page.post_title_web}</code>
      </td>
      <td data-label={t('Status')}>
        <span className={isActive ? 'chip good' : 'chip'}>
          {isActive ? (
            t('Active')
          ) : page.scheduled_date ? (
            <Scheduled date={page.scheduled_date} />
          ) : (
            t('Inactive')
          )}
        </span>
      </td>
      <td data-label={t('Updated')}>
        <FormattedDate date={page.update_date ?? page.post_date} />
      </td>
      <td data-label={t('Action')}>
        <span className="actions">
          <button
            type="button"
            className="quiet"
            aria-label={`${isActive ? t('DeActivate') : t('Activate')} ${title}`}
            onClick={toggle}
          >
            {isActive ? t('DeActivate') : t('Activate')}
          </button>
          <Link
            className="button quiet"
            to={urls.editPost(page.id)}
            aria-label={t('edit {title}', { title })}
          >
            {t('edit')}
          </Link>
          <a
            className="button quiet"
            href={urls.post(page.post_title_web)}
            aria-label={t('view {title}', { title })}
          >
            {t('view')}
          </a>
          <ItemButton
            className="quiet danger"
            action={t('delete')}
            item={title}
            onClick={() => remove(page)}
          />
        </span>
      </td>
    </tr>
  );
}

const Scheduled = ({ date }: { date: string }) => (
  <>{rich('Scheduled for {date}', { date: <FormattedDate date={date} style="full" /> })}</>
);

function useRemove() {
  const confirm = useConfirm();
  const run = useAction();
  const notifyDeleted = useDeletedNotice();
  return async (page: AdminPost): Promise<void> => {
    const title = titleOf(page);
    const confirmed = await confirm({
      title: t('Delete this page?'),
      text: t(
        'The page "{title}" at {postTitleWeb} will be deleted. You can restore it from the bin for 30 days.',
        { title, postTitleWeb: page.post_title_web },
      ),
    });
    if (!confirmed) return;
    const item = { kind: 'post', id: page.id } as const;
    const isDone = await run(
      () => postCalls.removePost(page.id),
      () => notifyDeleted(pageDeleted(title), [item]),
    );
    if (isDone) focusHeading();
  };
}
