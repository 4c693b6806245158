import { photoName } from '../../core/accounts/store/profiles.ts';
import { fetchImageFile } from '../../core/images/processing/fetch-image.ts';
import { setImage } from '../../core/images/site-images.ts';
import { allSiteImages } from '../../core/site/store/site-images.ts';
import { MediaError } from '../../platform/files/errors.ts';
import { message } from '../../platform/messages/translate.ts';
import { withSourceFile } from './archive-images.ts';
import { fetchPolicy } from './fetch-images.ts';
import type { AuthorItem } from './items.ts';
import * as messages from './messages/imports.ts';
import type { ImportRun } from './run.ts';
import { imagesIn } from './source-images.ts';
import { addRemark, itemByKey, recordCreated } from './store/imports.ts';

/**
 * Gives authors without a photo that of the source. After all items, because a photo has a transaction of its own; repeating it
 * changes nothing.
 */
export async function setPhotos(run: ImportRun, authors: readonly AuthorItem[]): Promise<void> {
  for (const { key, name, image } of authors) {
    const id = image && (await itemByKey(run.blog.db, key, run))?.other_id;
    if (!id || (await allSiteImages(run.blog.db)).some((one) => one.name === photoName(id))) continue;
    const set = async (file: { path: string; sha256: string }) => {
      await recordCreated(run.blog.db, run.id, `photo:${file.sha256}`, id);
      await setImage(
        run.blog,
        photoName(id),
        'photo',
        file,
        message('Changed the photo of "{name}"', { name }),
      );
    };
    try {
      const file = image.file ?? imagesIn(run.source).find(image.url);
      if (file !== undefined) await withSourceFile(run.blog, run.source, file, set);
      else await fetched(run, image.url, set);
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      await addRemark(run.blog.db, run.id, key, messages.photoNotStored(image.url, error.message));
    }
  }
}

async function fetched(
  { blog, id, scope }: ImportRun,
  url: string,
  use: (file: { path: string; sha256: string }) => Promise<unknown>,
): Promise<void> {
  const href = URL.parse(url, scope || undefined)?.href ?? url;
  const policy = await fetchPolicy(blog, id);
  await using file = await fetchImageFile(href, blog.uploadFolder, blog.outgoingStrangers, policy);
  await use(file);
}
