import type { Image } from '../../images/api/images.ts';
import { taxonomyCalls } from '../../taxonomy/admin/calls.ts';
import type { PostValues } from './post-saving.ts';

const maxPixels = 50_000_000;
const maxLinks = 50;

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];

const parse = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

const withoutAltText = ['image without alt text', 'images without alt text'] as const;

export const isAboutAltTexts = (text: string): boolean => withoutAltText.some((end) => text.endsWith(end));

/** What an author may have forgotten, as far as the form itself shows it. */
export function missingIn(values: PostValues, images: readonly Image[]): string[] {
  const page = parse(values.post_content);
  const withoutAlt = [...page.querySelectorAll('img')].filter((image) => !image.hasAttribute('alt'));
  const emptyHeadings = [...page.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(
    (heading) => !heading.textContent?.trim() && !heading.querySelector('img'),
  );
  const large = images.filter(({ width, height }) => width * height > maxPixels);
  return [
    ...(values.post_title.trim() === '' ? ['No title: it is shown as "Untitled"'] : []),
    ...(page.body.textContent?.trim() || page.querySelector('img, figure, video, audio') ? [] : ['No text']),
    ...counted(withoutAlt.length, ...withoutAltText),
    ...counted(emptyHeadings.length, 'empty heading', 'empty headings'),
    ...counted(large.length, 'very large image', 'very large images'),
    ...(values.meta_description === '' ? ['No description: the beginning of the text is used'] : []),
  ];
}

/** What only the server knows: links to pages of this site that do not exist, and tags that no post has. */
export async function missingOnServer(values: PostValues): Promise<string[]> {
  const [links, tags] = await Promise.all([brokenLinks(values.post_content), newTags(values.tags)]);
  return [
    ...links.map((path) => `Broken link: ${path}`),
    ...tags.map((name) => `New tag: no other post has "${name}"`),
  ];
}

/** Paths of this site that lead nowhere. */
export async function brokenLinks(html: string): Promise<string[]> {
  const urls = [...parse(html).querySelectorAll('a[href]')].flatMap((link) => {
    const url = URL.parse(link.getAttribute('href') ?? '', location.origin);
    return url?.origin === location.origin && !link.getAttribute('href')?.startsWith('#') ? url.pathname : [];
  });
  const isBroken = async (path: string) => (await fetch(path, { method: 'HEAD' })).status === 404;
  const checked = [...new Set(urls)].slice(0, maxLinks).map(async (path) => ({
    path,
    // Without an answer nothing is known about the link.
    broken: await isBroken(path).catch(() => false),
  }));
  return (await Promise.all(checked)).filter(({ broken }) => broken).map(({ path }) => path);
}

async function newTags(names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const known = await taxonomyCalls.tags({ names: names.join(',') });
  return names.filter((name) => known.every(({ tag_name }) => tag_name !== name));
}
