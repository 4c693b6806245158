import type { PostItem } from '../../import/items.ts';
import type { PostTransaction } from '../../store/post-transaction.ts';
import type { ImportRun } from './import-run.ts';

/** The images of a post that is about to be imported. */
export type PostImages = {
  /** The text with the URLs of stored images; others stay linked. */
  html: string;
  remarks: readonly string[];
  /** Adds the images to the post, in its transaction, and what has to be fetched. */
  store(tx: PostTransaction, postId: number): Promise<void>;
};

/** Called before the transaction of the post, because images take long. A dry run stores no files. */
export async function preparePostImages(_run: ImportRun, _item: PostItem, html: string): Promise<PostImages> {
  return { html, remarks: [], store: async () => {} };
}
