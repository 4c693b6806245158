import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { useConfirm } from '../../../../platform/admin/controls/confirm.tsx';
import { titleOf } from '../../../../platform/admin/controls/format.ts';
import { Nothing } from '../../../../platform/admin/controls/nothing.tsx';
import { loadPage, Pager } from '../../../../platform/admin/controls/pager.tsx';
import { Switch } from '../../../../platform/admin/controls/switch.tsx';
import { useSelection } from '../../../../platform/admin/controls/use-selection.ts';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { focusHeading, ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../../platform/http/urls.ts';
import { postDeleted } from '../../../../platform/messages/owner.ts';
import { rich } from '../../../../platform/messages/rich.ts';
import { formatList, plural, t } from '../../../../platform/messages/translate.ts';
import { loadFirstRun } from '../../../accounts/admin/first-run/load-first-run.ts';
import type { AdminPost } from '../../../posts/api/posts.ts';
import { taxonomyCalls } from '../../../taxonomy/admin/calls.ts';
import { useAskAboutShares } from '../ask-about-shares.ts';
import { useDeletedNotice } from '../bin/use-restore.ts';
import { useNeverSaved } from '../never-saved.ts';
import { postCalls } from '../post-calls.ts';
import { loadServerDrafts } from '../server-drafts.ts';
import { Filters, StatusTabs } from './filters.tsx';
import { PostRow, type PostRowPart } from './post-row.tsx';
import { orderOf, orders, readQuery } from './query.ts';
import { type PostActions, usePosts } from './use-posts.ts';

const pageSize = 20;

// Not part of what the first screen loads.
const loadDraftsList = () => import('../drafts-list.tsx');
const DraftsList = lazy(async () => ({ default: (await loadDraftsList()).DraftsList }));
const CutText = lazy(async () => ({ default: (await import('../cut-text.tsx')).CutText }));
const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }));
const DetailsTable = lazy(async () => ({ default: (await import('./details-table.tsx')).DetailsTable }));

const addWelcomePost = async (language: string) => {
  const { welcomePost } = await import('./welcome/welcome-post.ts');
  return postCalls.createPost(await welcomePost(language));
};

export const loader = guarded(async ({ request }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url);
  const query = readQuery(searchParams);
  if (query.status === 'draft') void loadDraftsList();
  const [list, categories, counts] = await Promise.all([
    loadPage(request, pageSize, (range) =>
      query.status === 'draft'
        ? postCalls.drafts({ ...range, ...query })
        : postCalls.posts({ ...range, ...query }),
    ),
    taxonomyCalls.categories(),
    postCalls.postCounts(),
    // The request has logged the error; the list shows the drafts of this browser.
    loadServerDrafts().catch(() => {}),
  ]);
  const isFiltered = searchParams.size > 0;
  const questions = await loadFirstRun(list.total === 0 && !isFiltered);
  // Shown with the list, not after it: what is below would jump away under the pointer.
  const firstRun = questions && {
    questions,
    Form: (await import('../../../accounts/admin/first-run/first-run.tsx')).FirstRun,
  };
  return {
    ...list,
    categories,
    counts,
    status: query.status,
    order: orderOf(searchParams),
    isFiltered,
    firstRun,
  };
});

export function Component({ rowParts }: { rowParts: readonly PostRowPart[] }) {
  const { items, total, isMinimum, categories, counts, status, order, isFiltered, firstRun } =
    useLoaderData<typeof loader>();
  const neverSaved = useNeverSaved();
  const { posts, actions } = usePosts(items);
  const [details, setDetails] = useState(false);
  const remove = useRemove(actions.remove);
  const ids = items.map(({ id }) => id);
  const selection = useSelection(posts.map(({ id }) => id));
  const allSelected = selection.ids.length === posts.length;
  const sorted = (column: string) =>
    orders[order].sort !== column ? undefined : orders[order].order === 'asc' ? 'ascending' : 'descending';
  return (
    <section>
      <ScreenTitle action={(total > 0 || isFiltered) && <Filters categories={categories} />}>
        {t('All Posts')}
      </ScreenTitle>
      {firstRun && <firstRun.Form {...firstRun.questions} welcome={addWelcomePost} />}
      {(total > 0 || isFiltered || neverSaved > 0) && <StatusTabs counts={{ ...counts, neverSaved }} />}
      {status === 'draft' ? (
        <Suspense>
          <DraftsList kind="post" posts={posts} onDelete={(post) => void remove(post)} />
          <CutText />
        </Suspense>
      ) : posts.length === 0 ? (
        <Nothing
          text={isFiltered ? t('No post matches.') : t('There are no posts yet.')}
          action={
            isFiltered ? (
              <Link to={urls.admin}>{t('Show all posts')}</Link>
            ) : (
              <>
                <Link to={urls.addPost}>{t('Write the first one')}</Link>
                <br />
                {rich('Coming from another blog? <link>Import it.</link>', {
                  link: (text) => <Link to={`${urls.admin}/import`}>{text}</Link>,
                })}
              </>
            )
          }
        />
      ) : (
        <>
          <div className="above-list">
            <label>
              <input
                type="checkbox"
                checked={allSelected}
                onChange={() => selection.selectAll(!allSelected)}
              />
              {t('Select all on this page')}
            </label>
            <span role="status" className="visually-hidden">
              {selection.ids.length > 0 &&
                t('{count} selected. Actions are below the table.', { count: selection.ids.length })}
            </span>
            <Switch label={t('Show details')} checked={details} onChange={setDetails} />
          </div>
          {rowParts.reduce<ReactNode>(
            (list, { name, Provider }) =>
              Provider ? (
                <Provider key={name} ids={ids}>
                  {list}
                </Provider>
              ) : (
                list
              ),
            <div className="posts-list">
              <table className="posts">
                <caption className="visually-hidden">{t('All Posts')}</caption>
                <thead>
                  <tr>
                    <th scope="col" className="post-id">
                      {t('Post Id')}
                    </th>
                    <th scope="col" className="post-title" aria-sort={sorted('title')}>
                      {t('Post Title')}
                    </th>
                    <th scope="col" className="post-date" aria-sort={sorted('date')}>
                      {t('Date')}
                    </th>
                    <th scope="col" className="post-category">
                      {t('Cat')}
                    </th>
                    <th scope="col" className="post-actions">
                      {t('Action')}
                    </th>
                    <th scope="col" className="post-delete">
                      {t('Delete It')}
                    </th>
                  </tr>
                </thead>
                {posts.map((post) => (
                  <PostRow
                    key={post.id}
                    post={post}
                    categories={categories}
                    actions={actions}
                    onDelete={() => void remove(post)}
                    parts={rowParts}
                    isSelected={selection.has(post.id)}
                    onSelect={(isSelected, range) => selection.set(post.id, isSelected, range)}
                  />
                ))}
              </table>
            </div>,
          )}
          <Suspense>
            {selection.ids.length > 0 && <BulkBar selection={selection} categories={categories} />}
          </Suspense>
        </>
      )}
      <Pager total={total} size={pageSize} name={t('posts')} isMinimum={isMinimum} />
      <Suspense>{details && <DetailsTable posts={posts} />}</Suspense>
    </section>
  );
}

function useRemove(remove: PostActions['remove']) {
  const confirm = useConfirm();
  const askAboutShares = useAskAboutShares();
  const notifyDeleted = useDeletedNotice();
  const { revalidate } = useRevalidator();
  return async (post: AdminPost): Promise<void> => {
    const title = titleOf(post);
    const { images, comment_count } = post;
    const contents = [
      ...(images.length > 0
        ? [plural(images.length, { one: 'its 1 image', other: 'its {count} images' })]
        : []),
      ...(comment_count > 0
        ? [plural(comment_count, { one: 'its 1 comment', other: 'its {count} comments' })]
        : []),
    ];
    const confirmed = await confirm({
      title: t('Delete this post?'),
      text:
        contents.length > 0
          ? t(
              'The post "{title}" with {contents} will be deleted. You can restore it from the bin for 30 days.',
              {
                title,
                contents: formatList(contents),
              },
            )
          : t('The post "{title}" will be deleted. You can restore it from the bin for 30 days.', { title }),
    });
    if (!confirmed) return;
    // Before it is deleted here, because where it was shared goes to the bin with it.
    if (post.shares.length > 0) await askAboutShares(post.id, 'delete');
    if (!(await remove(post.id, () => postCalls.removePost(post.id)))) return;
    focusHeading();
    notifyDeleted(postDeleted(title), [{ kind: 'post', id: post.id }]);
    void revalidate();
  };
}
