import { maxCheckedLinks } from '../../../platform/http/api/limits.ts';
import { plural, t } from '../../../platform/messages/translate.ts';
import type { Image } from '../../images/api/images.ts';
import { taxonomyCalls } from '../../taxonomy/admin/calls.ts';
import type { PostValues } from './post-values.ts';

/** Images are scaled to a width of 2,400 pixels: one with more than this is very tall. */
const maxPixels = 12_000_000;
const maxLinks = 50;

/** Links to other sites, as many as can be checked. */
export function otherSites(html: string): string[] {
  const all = [...parse(html).querySelectorAll('a[href]')].flatMap((link) => {
    const url = URL.parse(link.getAttribute('href') ?? '', location.origin);
    return url && /^https?:$/.test(url.protocol) && url.origin !== location.origin ? url.href : [];
  });
  return [...new Set(all)].slice(0, maxCheckedLinks);
}

const parse = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

export type Missing = { text: string; isAboutAltTexts?: boolean };

/** What an author may have forgotten, as far as the form itself shows it. */
export function missingIn(values: PostValues, images: readonly Image[]): Missing[] {
  const page = parse(values.post_content);
  const withoutAlt = [...page.querySelectorAll('img')].filter((image) => !image.hasAttribute('alt'));
  const emptyHeadings = [...page.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(
    (heading) => !heading.textContent?.trim() && !heading.querySelector('img'),
  );
  const large = images.filter(({ width, height }) => width * height > maxPixels);
  return [
    ...(values.post_title.trim() === '' ? [{ text: t('No title: it is shown as "Untitled"') }] : []),
    ...(page.body.textContent?.trim() || page.querySelector('img, figure, video, audio')
      ? []
      : [{ text: t('No text') }]),
    ...(withoutAlt.length > 0
      ? [
          {
            text: plural(withoutAlt.length, {
              one: '1 image without alt text',
              other: '{count} images without alt text',
            }),
            isAboutAltTexts: true,
          },
        ]
      : []),
    ...(emptyHeadings.length > 0
      ? [{ text: plural(emptyHeadings.length, { one: '1 empty heading', other: '{count} empty headings' }) }]
      : []),
    ...(large.length > 0
      ? [{ text: plural(large.length, { one: '1 very large image', other: '{count} very large images' }) }]
      : []),
    ...(values.meta_description === ''
      ? [{ text: t('No description: the beginning of the text is used') }]
      : []),
  ];
}

/** What only the server knows: links to pages of this site that do not exist, and tags that no post has. */
export async function missingOnServer(values: PostValues): Promise<Missing[]> {
  const [links, tags] = await Promise.all([brokenLinks(values.post_content), newTags(values.tags)]);
  return [
    ...links.map((path) => ({ text: t('Broken link: {path}', { path }) })),
    ...tags.map((name) => ({ text: t('New tag: no other post has "{name}"', { name }) })),
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
