import { useSite } from '../../site/pages/site-context.ts';
import type { Post } from '../api/posts.ts';

/**
 * What programs read from the h-entry of a post or page, and readers do not see there: the summary, and the author of a page
 * that has no box about its author.
 */
export function EntryData({ post, hasAuthorBox }: { post: Post; hasAuthorBox: boolean }) {
  const site = useSite();
  return (
    <>
      {post.description && <data className="p-summary" value={post.description} hidden />}
      {!hasAuthorBox && (
        <a className="p-author h-card" href={`${site.site_url}/`} hidden>
          {post.author?.display_name ?? site.site_name}
        </a>
      )}
    </>
  );
}
