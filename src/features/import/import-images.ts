import { parse, write } from '../../content/document/parse.ts';
import {
  attribute,
  type Element,
  elements,
  type Fragment,
  isElement,
  isText,
  type Node,
  remove,
  setAttribute,
  unwrap,
} from '../../content/document/tree.ts';
import { imageUrlInHtml } from '../../content/document/url.ts';
import type { Image } from '../../core/images/api/images.ts';
import { fileLock } from '../../core/images/file-ownership.ts';
import { requireFiles } from '../../core/images/images.ts';
import { chooseImage, imagesOf, insertImages } from '../../core/images/store/images.ts';
import type { PostTransaction } from '../../core/site/store/post-transaction.ts';
import { nowIso } from '../../platform/blog.ts';
import { lockName } from '../../platform/db/transaction.ts';
import { MediaError } from '../../platform/files/errors.ts';
import { maxRedirectPathLength } from '../../platform/http/api/limits.ts';
import { insertJob } from '../../platform/jobs/store.ts';
import { storeFromDataUrl, storeFromSource } from './archive-images.ts';
import { redirectToImage } from './image-redirects.ts';
import type { PostItem } from './items.ts';
import * as messages from './messages/imports.ts';
import { originalImage } from './original-images.ts';
import type { ImportRun } from './run.ts';
import { imagesIn } from './source-images.ts';
import { hasWaitingJob, type ImageUse, queueImage } from './store/images.ts';
import { type ImageJob, imageJob, presented, type StoredFiles, shownUrl } from './stored-files.ts';

/** What images need to know of an import. */
export type ImageRun = Pick<ImportRun, 'blog' | 'id' | 'scope' | 'isDryRun' | 'source' | 'now' | 'dateAdded'>;

/** The images of a post that is about to be imported. */
export type PostImages = {
  /** The text with the URLs of stored images; others stay linked. */
  html: string;
  remarks: readonly string[];
  /** The stored images by their URLs, for rendering. */
  find(src: string): Image | null;
  /** Adds the images to the post, in its transaction, and queues what has to be fetched. */
  store(tx: PostTransaction, postId: number): Promise<void>;
};

type Stored = StoredFiles & { alt: string; urls: string[] };
type Queued = { url: string; use: Omit<ImageUse, 'post_id'> };
type Found = { stored: Stored[]; main: Stored | null; queued: Queued[]; remarks: string[] };

/**
 * Stores the images of a post that the source has, before the transaction of the post, because that takes long. A dry run
 * stores nothing. All other images stay linked and are queued.
 */
export async function preparePostImages(run: ImageRun, item: PostItem, html: string): Promise<PostImages> {
  const found: Found = { stored: [], main: null, queued: [], remarks: [] };
  const hasImages = /<img\b/i.test(html);
  const tree = hasImages ? parse(html) : null;
  for (const image of tree ? imageElements(tree) : []) await prepareElement(run, item, image, found);
  await prepareMain(run, item, found);
  const known = new Map(
    found.stored.map((image) => [shownUrl(run.blog, image), presented(run.blog, image)] as const),
  );
  return {
    html: tree && !run.isDryRun ? write(tree) : html,
    remarks: [...new Set(found.remarks)],
    find: (src) => known.get(src) ?? null,
    store: (tx, postId) => store(run, tx, postId, found),
  };
}

async function prepareElement(
  run: ImageRun,
  item: PostItem,
  image: ImageElement,
  found: Found,
): Promise<void> {
  const problems = found.remarks.length;
  const stored = await fromSource(run, item, image.candidates, found);
  if (stored === 'dry run') return;
  if (stored) {
    found.stored.push({ ...stored, alt: image.alt, urls: image.candidates });
    return showAs(image, shownUrl(run.blog, stored));
  }
  const [best = image.src] = image.candidates.flatMap((url) => absolute(url, run.scope) ?? []);
  const src = imageUrlInHtml(absolute(image.src, run.scope) ?? '');
  if (src === null || !/^https?:/i.test(best)) {
    if (found.remarks.length === problems) found.remarks.push(messages.imageNotInSource(image.src));
    // Its path would lead to nothing on this site.
    remove(image.node);
    return;
  }
  showAs(image, src);
  queue(found, { url: originalImage(best), use: { src, role: 'text', alt: image.alt } });
}

async function prepareMain(run: ImageRun, item: PostItem, found: Found): Promise<void> {
  const image = item.mainImage;
  if (!image) return;
  const files = new Map(item.files);
  if (image.file !== undefined) files.set(image.url, image.file);
  const stored = await fromSource(run, { ...item, files }, [image.url], found);
  if (stored === 'dry run') return;
  const alt = image.alt || image.caption || '';
  if (stored) {
    found.main = { ...stored, alt, urls: [image.url] };
    return;
  }
  const url = absolute(image.url, run.scope);
  if (url === null) found.remarks.push(messages.imageNotInSource(image.url));
  else queue(found, { url: originalImage(url), use: { src: url, role: 'main', alt } });
}

function queue(found: Found, queued: Queued): void {
  if (Math.max(queued.url.length, queued.use.src.length) > maxRedirectPathLength)
    found.remarks.push(messages.imageUrlTooLong(queued.use.src));
  else found.queued.push(queued);
}

/** The image from the first of its URLs that the source has a file for. */
async function fromSource(
  { blog, source, isDryRun }: ImageRun,
  { files, folder }: PostItem,
  candidates: readonly string[],
  found: Found,
): Promise<StoredFiles | 'dry run' | null> {
  const urls = [...new Set([...candidates, ...candidates.map(originalImage)])];
  const named = urls.flatMap((url) => files?.get(url) ?? []);
  const alike = named.length > 0 ? [] : urls.flatMap((url) => imagesIn(source).find(url, folder) ?? []);
  const inText = urls.filter((url) => url.startsWith('data:'));
  for (const from of new Set([...named, ...alike, ...inText])) {
    if (isDryRun) return 'dry run';
    const store = inText.includes(from) ? storeFromDataUrl : storeFromSource;
    try {
      const stored = await store(blog, source, from);
      if (stored) return stored;
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      found.remarks.push(messages.imageNotReadable(from, error.message));
    }
  }
  return null;
}

/** The URL on the server of the source, if that is known; null for what cannot be fetched. */
function absolute(url: string, scope: string): string | null {
  const parsed = URL.parse(url, /^https?:/i.test(scope) ? scope : undefined);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

async function store(
  run: ImageRun,
  tx: PostTransaction,
  postId: number,
  { stored, main, queued }: Found,
): Promise<void> {
  const { blog, scope, now, dateAdded } = run;
  if (run.isDryRun) return;
  const all = [...(main ? [main] : []), ...stored];
  // Once for each post, however often its text shows it; one that is updated may have it.
  const has = new Set(all.length > 0 ? (await imagesOf(tx.db, postId)).map(({ hash }) => hash) : []);
  const images = all.filter(({ hash }) => !has.has(hash) && has.add(hash));
  for (const hash of images.map(({ hash }) => hash).sort()) await lockName(tx.db, fileLock(hash));
  for (const image of images) await requireFiles(blog, image);
  await insertImages(
    tx,
    images.map(({ urls: _, ...image }) => ({ ...image, post_id: postId, date_added: dateAdded })),
  );
  // Only the image that the source shows as such is the main image.
  if (images.length > 0 && images.length === has.size && !main)
    await chooseImage(tx, postId, 'main_image', null);
  for (const { urls, hash } of all)
    await redirectToImage(tx.db, urls, hash, { importId: run.id, scope, now });
  await queueFetching(run, tx, postId, queued);
}

/** Queues images for a post, which are fetched by a job. */
export async function queueFetching(
  { blog, id: import_id, scope, now }: Pick<ImageRun, 'blog' | 'id' | 'scope' | 'now'>,
  tx: PostTransaction,
  postId: number,
  queued: readonly Queued[],
): Promise<void> {
  for (const { url, use } of queued)
    await queueImage(
      tx.db,
      { import_id, url, host: new URL(url).host, next_date: now },
      { ...use, post_id: postId },
    );
  const payload: ImageJob = { import: import_id, scope };
  if (queued.length > 0 && !(await hasWaitingJob(tx.db, imageJob, payload)))
    await insertJob(tx.db, { kind: imageJob, payload, host: null, date_added: nowIso(blog) });
}

// Images of a text

/** An image of a converted text, with all URLs that may lead to it, the best first. */
type ImageElement = { node: Element; src: string; candidates: string[]; alt: string };

const imageElements = (tree: Fragment): ImageElement[] => [...elements(tree)].flatMap(describe);

function describe(node: Element): ImageElement[] {
  const src = node.tagName === 'img' && attribute(node, 'src')?.trim();
  if (!src) return [];
  const link = linkAround(node);
  const candidates = link && isImageOf(link.href, src) ? [link.href, src] : [src];
  return [{ node, src, candidates: [...new Set(candidates)], alt: attribute(node, 'alt') ?? '' }];
}

/** Sets the URL, and removes a link to the same image in another size: readers can enlarge images of this site. */
function showAs({ node, src }: ImageElement, url: string): void {
  setAttribute(node, 'src', url);
  const link = linkAround(node);
  if (link && isImageOf(link.href, src)) unwrap(link.node);
}

const isImageOf = (href: string, src: string): boolean => originalImage(href) === originalImage(src);

/** The link that has this image and nothing else. */
function linkAround(node: Element): { node: Element; href: string } | null {
  let child: Node = node;
  for (let parent = node.parentNode; parent && 'tagName' in parent; parent = parent.parentNode) {
    const isAlone = parent.childNodes.every(
      (other) => other === child || (isText(other) ? other.value.trim() === '' : !isElement(other)),
    );
    if (!isAlone) return null;
    if (parent.tagName === 'a') return { node: parent, href: attribute(parent, 'href')?.trim() ?? '' };
    if (parent.tagName !== 'span') return null;
    child = parent;
  }
  return null;
}
