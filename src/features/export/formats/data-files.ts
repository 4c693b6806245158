import type { ArchiveContent } from './archive-content.ts';
import { absolute } from './html-for-others.ts';
import { pathOf } from './markdown-file.ts';

/** Each record is on a line of its own, so that files of any size can be read line by line. */
async function* list(name: string, records: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `${JSON.stringify(name)}: [`;
  let separator = '\n';
  for await (const record of records) {
    yield `${separator}${JSON.stringify(record)}`;
    separator = ',\n';
  }
  yield '\n]';
}

/** With the URLs of their posts, because ids say nothing to other programs. */
export async function* commentsFile(
  content: ArchiveContent,
  written: (count: number) => void,
): AsyncGenerator<string> {
  const postUrls = await urlsOfPosts(content);
  yield '{\n';
  yield* list(
    'comments',
    mapped(content.comments(), ({ own, postId }) => {
      written(1);
      return { ...own, post: postUrls.get(postId) ?? null };
    }),
  );
  yield '\n}\n';
}

/** Likes and reposts on other servers. In a file of its own, because older archives have none. */
export async function* reactionsFile(content: ArchiveContent): AsyncGenerator<string> {
  const postUrls = await urlsOfPosts(content);
  yield '{\n';
  yield* list(
    'reactions',
    mapped(content.rows('reactions'), (own) => ({ ...own, post: postUrls.get(Number(own.post_id)) ?? null })),
  );
  yield '\n}\n';
}

/** The addresses are keyed hashes of IP addresses, which only this site can compare. */
export async function* votesFile(content: ArchiveContent): AsyncGenerator<string> {
  yield '{\n';
  yield* list('counts', voteCounts(content));
  yield ',\n';
  yield* list('votes', content.rows('votes'));
  yield '\n}\n';
}

async function* voteCounts(content: ArchiveContent): AsyncGenerator<unknown> {
  for await (const post of content.posts()) {
    const votes = Number(post.own.post.vote_count ?? 0);
    if (votes > 0) yield { post_id: post.id, post: absolute(content.site, encodeURI(pathOf(post))), votes };
  }
}

export async function* redirectsFile(content: ArchiveContent): AsyncGenerator<string> {
  yield '{\n';
  yield* list(
    'redirects',
    mapped(content.redirects(), ({ own, to }) => ({ ...own, to })),
  );
  yield ',\n';
  yield* list('former_web_titles', content.rows('post_addresses'));
  yield '\n}\n';
}

/** The format of Netlify and Cloudflare Pages. An address that is gone has no counterpart there. */
export async function* redirectRules(content: ArchiveContent): AsyncGenerator<string> {
  for await (const { from, to } of content.redirects()) {
    const [path = '', query] = from.split('?', 2);
    if (to === null || /\s/.test(from + to)) continue;
    yield `${[path, ...(query ?? '').split('&').filter(Boolean), to, '301'].join(' ')}\n`;
  }
}

export async function* settingsFile(content: ArchiveContent): AsyncGenerator<string> {
  const { custom_css, custom_css_version, ...settings } = content.settings;
  yield '{\n';
  for (const [name, value] of Object.entries(settings))
    yield `${JSON.stringify(name)}: ${JSON.stringify(JSON.parse(value))},\n`;
  yield `"custom_css": ${JSON.stringify(custom_css ?? null)},\n`;
  yield `"custom_css_version": ${JSON.stringify(custom_css_version ?? null)},\n`;
  yield* list('authors', content.rows('profiles'));
  yield ',\n';
  yield* list('categories', content.rows('categories'));
  yield ',\n';
  yield* list('tags', content.rows('tags'));
  yield ',\n';
  yield* list('translation_groups', content.rows('translation_groups'));
  yield '\n}\n';
}

/** What is known of recordings, of the images of the site and its authors, and of embedded pages. */
export async function* mediaFile(content: ArchiveContent): AsyncGenerator<string> {
  yield '{\n';
  yield* list('recordings', content.rows('media'));
  yield ',\n';
  yield* list('site_images', content.rows('site_images'));
  yield ',\n';
  yield* list('embeds', content.rows('embeds'));
  yield '\n}\n';
}

async function urlsOfPosts(content: ArchiveContent): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for await (const { id, webTitle } of content.webTitles())
    found.set(id, absolute(content.site, encodeURI(pathOf({ webTitle }))));
  return found;
}

async function* mapped<In>(values: AsyncIterable<In>, map: (value: In) => unknown): AsyncGenerator<unknown> {
  for await (const value of values) yield map(value);
}
