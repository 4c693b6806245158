import { useId, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import type { AdminPost } from '../../../contract/posts.ts';
import { urls } from '../../../contract/urls.ts';
import { useConfirm } from '../controls/confirm.tsx';
import { Pager, redirectToLastPage } from '../controls/pager.tsx';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import { useNotices } from '../frame/notices.tsx';
import { focusHeading, ScreenTitle } from '../frame/screen-title.tsx';
import { DetailsTable } from './details-table.tsx';
import { Filters } from './filters.tsx';
import { PostRow } from './post-row.tsx';
import { orderOf, orders, postsPerPage, readQuery } from './query.ts';
import { type PostActions, titleOf, usePosts } from './use-posts.ts';

export const loader = guarded(async ({ request }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url);
  const [list, categories] = await Promise.all([
    adminApi.posts(readQuery(searchParams)),
    adminApi.categories(),
  ]);
  redirectToLastPage(request, list.total, postsPerPage);
  return { ...list, categories, order: orderOf(searchParams), narrowed: searchParams.size > 0 };
});

export function Component() {
  const { items, total, categories, order, narrowed } = useLoaderData<typeof loader>();
  const { posts, actions } = usePosts(items);
  const [details, setDetails] = useState(false);
  const remove = useRemove(actions.remove);
  const switchId = useId();
  const sorted = (column: string) =>
    orders[order].sort !== column ? undefined : orders[order].order === 'asc' ? 'ascending' : 'descending';
  return (
    <section>
      <ScreenTitle
        action={
          <Link className="button primary" to={urls.addPost}>
            Add Post
          </Link>
        }
      >
        All Posts
      </ScreenTitle>
      <Filters categories={categories} />
      {posts.length === 0 ? (
        <p className="nothing">
          {narrowed ? 'No post matches.' : 'There are no posts yet. The first one is waiting for you.'}
        </p>
      ) : (
        <table className="posts as-cards">
          <caption className="visually-hidden">All Posts</caption>
          <thead>
            <tr>
              <th scope="col" className="post-id">
                Post Id
              </th>
              <th scope="col" aria-sort={sorted('title')}>
                Post Title
              </th>
              <th scope="col" aria-sort={sorted('date')}>
                Date
              </th>
              <th scope="col">Cat</th>
              <th scope="col">Action</th>
              <th scope="col">Delete It</th>
            </tr>
          </thead>
          {posts.map((post) => (
            <PostRow
              key={post.id}
              post={post}
              categories={categories}
              actions={actions}
              onDelete={() => void remove(post)}
            />
          ))}
        </table>
      )}
      <Pager total={total} size={postsPerPage} name="posts" />
      <label className="switch" htmlFor={switchId}>
        <input
          id={switchId}
          type="checkbox"
          role="switch"
          aria-checked={details}
          checked={details}
          onChange={(event) => setDetails(event.target.checked)}
        />
        Show details
      </label>
      {details && <DetailsTable posts={posts} />}
    </section>
  );
}

/** Deletes a post once the person has confirmed it. */
function useRemove(remove: PostActions['remove']) {
  const confirm = useConfirm();
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  return async (post: AdminPost): Promise<void> => {
    const title = titleOf(post);
    const hanging = [
      counted(post.images.length, 'image', 'images'),
      counted(post.comment_count, 'comment', 'comments'),
    ].filter(Boolean);
    const sure = await confirm({
      title: 'Delete this post?',
      text: `The post "${title}"${hanging.length ? ` with ${hanging.join(' and ')}` : ''} will be deleted for good.`,
    });
    if (!sure || !(await remove(post.id, () => adminApi.removePost(post.id)))) return;
    focusHeading();
    notify(`The post "${title}" was deleted.`);
    void revalidate();
  };
}

const counted = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `its ${count} ${count === 1 ? one : many}`;
