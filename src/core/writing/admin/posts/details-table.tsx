import { titleOf } from '../../../../platform/admin/controls/format.ts';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import type { AdminPost } from '../../../posts/api/posts.ts';

/** The second table of posts, hidden by default. */
export function DetailsTable({ posts }: { posts: AdminPost[] }) {
  return (
    <table className="as-cards">
      <caption>Details</caption>
      <thead>
        <tr>
          <th scope="col">Post Id</th>
          <th scope="col">Post Title</th>
          <th scope="col">Votes</th>
          <th scope="col">Comments waiting</th>
          <th scope="col">Tags</th>
          <th scope="col">Images</th>
          <th scope="col">Updated</th>
          <th scope="col">Web title</th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <tr key={post.id} className="as-card">
            <td data-label="Post Id">{post.id}</td>
            <th scope="row" data-label="Post Title">
              {titleOf(post)}
            </th>
            <td data-label="Votes">{post.vote_count}</td>
            <td data-label="Comments waiting">{post.comments_waiting}</td>
            <td data-label="Tags">{post.tags.map(({ display_name }) => display_name).join(', ') || '–'}</td>
            <td data-label="Images">{post.images.length}</td>
            <td data-label="Updated">
              {post.update_date ? <FormattedDate date={post.update_date} style="full" /> : '–'}
            </td>
            <td data-label="Web title">
              <code>{post.post_title_web}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
