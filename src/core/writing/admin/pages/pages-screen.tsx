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
import { pageActivated, pageDeactivated, pageDeleted } from '../../../../platform/messages/owner.ts';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import type { AdminPost } from '../../../posts/api/posts.ts';
import { useDeletedNotice } from '../bin/use-restore.ts';
import { DraftsList } from '../drafts-list.tsx';
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
            Add Page
          </Link>
        }
      >
        Pages
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
              ? 'No page matches.'
              : 'There are no pages yet. A page, such as About or a legal notice, has a path of its own and is in no list of posts.'
          }
          action={
            search ? <Link to={urls.pages}>Show all pages</Link> : <Link to={urls.addPage}>Write one</Link>
          }
        />
      ) : (
        <table className="pages as-cards quiet-rows">
          <caption className="visually-hidden">Pages</caption>
          <thead>
            <tr>
              <th scope="col">Page Title</th>
              <th scope="col">Path</th>
              <th scope="col">Status</th>
              <th scope="col">Updated</th>
              <th scope="col">Action</th>
            </tr>
          </thead>
          <tbody>
            {items.map((page) => (
              <PageRow key={page.id} page={page} />
            ))}
          </tbody>
        </table>
      )}
      <Pager total={total} size={pageSize} name="pages" />
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
      <th scope="row" className="post-title" data-label="Page Title">
        <Link to={urls.editPost(page.id)}>{title}</Link>
      </th>
      <td className="page-path" data-label="Path">
        <code>{page.post_title_web}</code>
      </td>
      <td data-label="Status">
        <span className={isActive ? 'chip good' : 'chip'}>
          {isActive ? 'Active' : page.scheduled_date ? <Scheduled date={page.scheduled_date} /> : 'Inactive'}
        </span>
      </td>
      <td data-label="Updated">
        <FormattedDate date={page.update_date ?? page.post_date} />
      </td>
      <td data-label="Action">
        <span className="actions">
          <button
            type="button"
            className="quiet"
            aria-label={`${isActive ? 'DeActivate' : 'Activate'} ${title}`}
            onClick={toggle}
          >
            {isActive ? 'DeActivate' : 'Activate'}
          </button>
          <Link className="button quiet" to={urls.editPost(page.id)} aria-label={`edit ${title}`}>
            edit
          </Link>
          <a className="button quiet" href={urls.post(page.post_title_web)} aria-label={`view ${title}`}>
            view
          </a>
          <ItemButton className="quiet danger" action="delete" item={title} onClick={() => remove(page)} />
        </span>
      </td>
    </tr>
  );
}

const Scheduled = ({ date }: { date: string }) => (
  <>
    Scheduled for <FormattedDate date={date} style="full" />
  </>
);

function useRemove() {
  const confirm = useConfirm();
  const run = useAction();
  const notifyDeleted = useDeletedNotice();
  return async (page: AdminPost): Promise<void> => {
    const title = titleOf(page);
    const confirmed = await confirm({
      title: 'Delete this page?',
      text: `The page "${title}" at ${page.post_title_web} will be deleted. You can restore it from the bin for 30 days.`,
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
