import { titleOf } from '../../../../platform/admin/controls/format.ts';
import { t } from '../../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import type { AdminPost } from '../../../posts/api/posts.ts';

/** The second table of posts, hidden by default. */
export function DetailsTable({ posts }: { posts: AdminPost[] }) {
  return (
    <table className="as-cards">
      <caption>{t('Details')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Post Id')}</th>
          <th scope="col">{t('Post Title')}</th>
          <th scope="col">{t('Votes')}</th>
          <th scope="col">{t('Comments waiting')}</th>
          <th scope="col">{t('Tags')}</th>
          <th scope="col">{t('Images')}</th>
          <th scope="col">{t('Updated')}</th>
          <th scope="col">{t('Web title')}</th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <tr key={post.id} className="as-card">
            <td data-label={t('Post Id')}>{post.id}</td>
            <th scope="row" data-label={t('Post Title')}>
              {titleOf(post)}
            </th>
            <td data-label={t('Votes')}>{post.vote_count}</td>
            <td data-label={t('Comments waiting')}>{post.comments_waiting}</td>
            <td data-label={t('Tags')}>
              {post.tags.map(({ display_name }) => display_name).join(', ') || '–'}
            </td>
            <td data-label={t('Images')}>{post.images.length}</td>
            <td data-label={t('Updated')}>
              {post.update_date ? <FormattedDate date={post.update_date} style="full" /> : '–'}
            </td>
            <td data-label={t('Web title')}>
              <code>{post.post_title_web}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
