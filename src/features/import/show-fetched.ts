import { fileLock } from '../../core/images/file-ownership.ts';
import { requireFiles } from '../../core/images/images.ts';
import { chooseImage, imagesOf, insertImages, makeMain } from '../../core/images/store/images.ts';
import { changePosts } from '../../core/posts/change-posts.ts';
import { changeImageUrls } from '../../core/posts/rendering.ts';
import { lockPost, postById } from '../../core/posts/store/posts.ts';
import type { PostTransaction } from '../../core/site/store/post-transaction.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { lockName } from '../../platform/db/transaction.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import { redirectToImage } from './image-redirects.ts';
import * as queue from './store/images.ts';
import { followImportedVersion } from './store/imports.ts';
import { type StoredFiles, shownUrl } from './stored-files.ts';

/** How many posts change in one transaction. */
const postsAtOnce = 10;
/** How many addresses of one image are redirected. */
const maxAddresses = 20;

/**
 * Shows a fetched image in the posts that link to it. A post whose text does not have the old URL any more stays as it is, and
 * one that has got a main image keeps it.
 */
export async function showFetched(
  blog: Blog,
  run: { importId: number; scope: string },
  image: queue.QueuedImage,
  stored: StoredFiles,
  fence: JobContext['fence'],
): Promise<void> {
  const addresses = [image.url, ...(await queue.sourcesOf(blog.db, image.id, maxAddresses))];
  for (let isDone = false; !isDone; )
    isDone = await changePosts(blog, async (tx) => {
      await fence(tx.db);
      await lockName(tx.db, fileLock(stored.hash));
      const uses = await queue.usesOf(tx.db, image.id, postsAtOnce);
      if (uses.length > 0) await requireFiles(blog, { ...stored, alt: '' });
      let isUsed = false;
      for (const use of uses) {
        isUsed = (await showInPost(blog, tx, use, stored)) || isUsed;
        await queue.deleteUse(tx.db, image.id, use);
      }
      if (isUsed) await redirectToImage(tx.db, addresses, stored.hash, { ...run, now: nowIso(blog) });
      if (uses.length === postsAtOnce) return { result: false, activity: [] };
      const attempts = image.attempts + 1;
      await queue.settleImage(tx.db, image.id, { state: 'fetched', reason: '', attempts, hash: stored.hash });
      return { result: true, activity: [] };
    });
}

/** Whether the post shows the image now. */
async function showInPost(
  blog: Blog,
  tx: PostTransaction,
  { post_id, src, role, alt }: queue.ImageUse,
  stored: StoredFiles,
): Promise<boolean> {
  if (!(await lockPost(tx.db, post_id))) return false;
  const post = await postById(tx.db, post_id, 'first');
  if (!post) return false;
  const own = await imagesOf(tx.db, post_id);
  const written = attributeText(src);
  const isWanted =
    role === 'library' ||
    (role === 'main'
      ? own.every(({ main_image }) => main_image === 0)
      : post.post_content.includes(`"${written}"`));
  if (!isWanted) return false;
  const main = own.find(({ main_image }) => main_image === 1)?.id ?? null;
  let id = own.find(({ hash }) => hash === stored.hash)?.id;
  if (id === undefined) {
    const { hash, variants, width, height, color, bytes } = stored;
    const date_added = nowIso(blog);
    const [added] = await insertImages(tx, [
      { post_id, hash, variants, width, height, color, alt, bytes, date_added },
    ]);
    id = added?.id ?? 0;
    // The first image of a post would become its main image.
    await chooseImage(tx, post_id, 'main_image', role === 'main' ? id : main);
  } else if (role === 'main') await makeMain(tx, post_id, id);
  if (role === 'text') {
    await changeImageUrls(blog, tx, post, new Map([[written, shownUrl(blog, stored)]]));
    await followImportedVersion(tx.db, post_id);
  }
  return true;
}

/** As the text, which is written as browsers do, has it in an attribute. */
const attributeText = (url: string): string =>
  url.replaceAll('&', '&amp;').replaceAll('\u00a0', '&nbsp;').replaceAll('"', '&quot;');
