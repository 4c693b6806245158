import type { Blog } from '../../platform/blog.ts';
import { urls } from '../../platform/http/urls.ts';
import type { Post } from '../posts/api/posts.ts';
import { categoriesOf } from '../posts/terms/rules/list-names.ts';

/**
 * A post or page as Markdown with front matter. The writer is loaded when it is first needed, because few sites ever
 * answer such a request.
 */
export async function postMarkdown(blog: Pick<Blog, 'siteUrl'>, post: Post): Promise<string> {
  const { frontMatter } = await import('../../content/markdown/write-front-matter.ts');
  const { htmlToReadableMarkdown } = await import('../../content/markdown/html-to-markdown.ts');
  const listed = <Name>(names: readonly Name[]) => (names.length > 0 ? names : undefined);
  const fields = {
    title: post.post_title,
    date: post.post_date,
    lastmod: post.update_date ?? undefined,
    url: blog.siteUrl() + urls.post(post.post_title_web),
    description: post.description || undefined,
    author: post.author?.display_name,
    language: post.language || undefined,
    categories: listed(categoriesOf(post).map(({ titles }) => titles.join('/'))),
    tags: listed(post.tags.map(({ display_name }) => display_name)),
  };
  return `${frontMatter(fields)}\n${htmlToReadableMarkdown(post.post_content)}`;
}
