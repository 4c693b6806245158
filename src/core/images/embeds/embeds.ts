import { once } from 'node:events';
import type { Embed as PresentedEmbed } from '../../../content/document/embed.ts';
import { parse } from '../../../content/document/parse.ts';
import type { EmbedLookup } from '../../../content/document/render.ts';
import { attribute, elements, isElement } from '../../../content/document/tree.ts';
import { linkUrl } from '../../../content/document/url.ts';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import { inTransaction, lockName } from '../../../platform/db/transaction.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { Failures } from '../../../platform/jobs/failures.ts';
import { fileLock } from '../file-ownership.ts';
import { embedUnavailable, embedUrlInvalid } from '../messages.ts';
import { fetchImageFile } from '../processing/fetch-image.ts';
import { derive, variantType } from '../processing/images.ts';
import { dueEmbeds, embedsByUrl, keepEmbed, type PreviewImage, type StoredEmbed } from '../store/embeds.ts';
import { insertMedia } from '../store/media.ts';
import { type Embed, line, lines, noEmbed } from './providers/embed.ts';

/** A post with more embeds shows the others as links. */
const maxInPost = 50;
const concurrency = 4;
/** How long a save waits for other servers. What is not known by then is asked again later. */
const saveDeadlineMs = 6_000;
const previewWidth = 1200;
const retryDeadlineMs = 30_000;
const maxTries = 7;
const firstRetryMs = 60_000;

/** The URLs that a post embeds. */
export function embeddedUrls(html: string): string[] {
  if (!html.includes('class="embed"')) return [];
  const urls = new Set<string>();
  for (const element of elements(parse(html))) {
    const [link] = element.childNodes;
    if (element.tagName !== 'figure' || attribute(element, 'class') !== 'embed') continue;
    const href = link && isElement(link) ? attribute(link, 'href') : undefined;
    if (href) urls.add(href);
  }
  return [...urls].slice(0, maxInPost);
}

/** What is known of the pages that a post embeds. */
export async function knownEmbeds(blog: Blog, db: Blog['db'], html: string): Promise<EmbedLookup> {
  const urls = embeddedUrls(html);
  const found = new Map<string, PresentedEmbed>();
  for (const embed of await embedsByUrl<Embed>(db, urls)) {
    const presented = present(blog, embed);
    if (presented) found.set(embed.url, presented);
  }
  return (url) => found.get(url) ?? null;
}

/** Asks the servers of pages that are embedded for the first time. Never fails: an unknown page is shown as a link. */
export async function findEmbeds(blog: Blog, html: string): Promise<void> {
  const urls = embeddedUrls(html);
  if (urls.length === 0) return;
  const known = new Set((await embedsByUrl(blog.db, urls)).map(({ url }) => url));
  const left = urls.filter((url) => !known.has(url));
  const deadline = AbortSignal.timeout(saveDeadlineMs);
  const worker = async () => {
    for (let url = left.pop(); url !== undefined; url = left.pop()) await find(blog, url, 0, deadline);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** The preview of a page, found now unless it is known. */
export async function embedOf(blog: Blog, given: string): Promise<PresentedEmbed> {
  // As the post will name it, not normalized.
  const url = linkUrl(given);
  if (!url || !/^https?:/i.test(url) || URL.parse(url)?.username !== '')
    throw new Problem('invalid', embedUrlInvalid);
  const lookUp = async () => (await embedsByUrl<Embed>(blog.db, [url]))[0];
  const known = await lookUp();
  if (!known?.found) await find(blog, url, known?.tries ?? 0, AbortSignal.timeout(saveDeadlineMs));
  const found = await lookUp();
  const presented = found && present(blog, found);
  if (!presented) throw new Problem('unavailable', embedUnavailable);
  return presented;
}

/** Asks again for pages that could not be read, and returns those that were found. */
export async function retryEmbeds(blog: Blog, limit: number): Promise<string[]> {
  const found: string[] = [];
  const failures = new Failures(blog);
  for (const { url, tries } of await dueEmbeds(blog.db, nowIso(blog), limit))
    await failures.catch({ url }, async () => {
      if (await find(blog, url, tries, AbortSignal.timeout(retryDeadlineMs))) found.push(url);
    });
  return found;
}

async function find(blog: Blog, url: string, tries: number, signal: AbortSignal): Promise<boolean> {
  try {
    // Loaded on demand, because most posts embed nothing.
    const { findEmbed } = await import('./providers/find.ts');
    const found = await findEmbed(new URL(url), {
      strangers: blog.outgoingStrangers,
      ownOrigin: new URL(blog.siteUrl()).origin,
      signal,
    });
    // A preview without its image is better than none.
    const image = found.image ? storeImage(blog, found.image).catch(() => null) : null;
    const isLate = once(signal, 'abort').then(() => Promise.reject(signal.reason));
    const now = nowIso(blog);
    await keepEmbed(blog.db, {
      url,
      found,
      image: await Promise.race([image, isLate]),
      tries: tries + 1,
      retry_date: null,
      date_found: now,
    });
    return true;
  } catch {
    const wait = firstRetryMs * 4 ** tries;
    const retry_date = tries + 1 < maxTries ? new Date(blog.now().getTime() + wait).toISOString() : null;
    await keepEmbed(blog.db, {
      url,
      found: null,
      image: null,
      tries: tries + 1,
      retry_date,
      date_found: null,
    });
    return false;
  }
}

/** A copy, so that readers ask no other server for it. */
async function storeImage(blog: Blog, url: string): Promise<PreviewImage> {
  await using file = await fetchImageFile(url, blog.uploadFolder, blog.outgoingStrangers);
  return await storePreview(blog, file);
}

export async function storePreview(
  blog: Blog,
  { path, sha256 }: { path: string; sha256: string },
): Promise<PreviewImage> {
  const { width, height, color, variants } = await derive(path, { hash: sha256 });
  const used = variants.filter((variant, index) => index === 0 || variant.width <= previewWidth);
  for (const variant of used) await blog.files.write(variant.name, variant.bytes, variantType);
  const stored = used.map(({ bytes, ...variant }) => ({ ...variant, bytes: bytes.length }));
  await inTransaction(blog.db, async (tx) => {
    await lockName(tx, fileLock(sha256));
    await insertMedia(tx, {
      hash: sha256,
      kind: 'preview',
      title: '',
      type: variantType,
      variants: stored,
      bytes: stored.reduce((sum, variant) => sum + variant.bytes, 0),
      date_added: nowIso(blog),
    });
  });
  return { variants: stored, width, height, color };
}

/**
 * Keeps what another program knew of a page, unless the page is known here. The page itself is asked later; if it is gone, this
 * stays.
 */
export async function keepKnownEmbed(
  blog: Blog,
  url: string,
  known: Record<'title' | 'text' | 'author' | 'provider', string>,
  image: PreviewImage | null,
): Promise<boolean> {
  if ((await embedsByUrl(blog.db, [url])).length > 0) return false;
  const { title, text, author, provider } = known;
  const found: Embed = {
    ...noEmbed,
    title: line(title),
    text: lines(text),
    author: line(author),
    provider: line(provider),
  };
  const now = nowIso(blog);
  await keepEmbed(blog.db, { url, found, image, tries: 0, retry_date: now, date_found: now });
  return true;
}

function present(blog: Blog, { url, found, image }: StoredEmbed<Embed>): PresentedEmbed | null {
  if (!found) return null;
  const largest = image?.variants.at(-1);
  const fileUrl = ({ name }: { name: string }) => blog.files.url(name);
  return {
    ...found,
    url,
    image:
      image && largest
        ? {
            src: fileUrl(largest),
            srcset: image.variants.map((variant) => `${fileUrl(variant)} ${variant.width}w`).join(', '),
            width: largest.width,
            height: largest.height,
            color: image.color,
          }
        : null,
  };
}
