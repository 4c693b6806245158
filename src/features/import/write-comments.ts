import { normalizedName, visible } from '../../core/accounts/names.ts';
import { authorUrl, importedName } from '../../core/comments/rules/comments.ts';
import { cleanText } from '../../platform/http/api/plain-text.ts';
import { authorOf, createdFrom, postAt } from './find-items.ts';
import type { CommentItem } from './items.ts';
import * as messages from './messages/imports.ts';
import { checkedDate } from './prepare-post.ts';
import type { Batch, Written } from './run.ts';
import type { ImportedComment } from './store/imported-comments.ts';
import { authorNames } from './write-terms.ts';

/** Longer than what visitors may write, because nothing of it is lost. */
const maxTextLength = 200_000;

/** The comments of a batch, which are inserted together at its end. */
export class CommentBatch {
  readonly comments: ImportedComment[] = [];
  /** The place in `comments` of each item. */
  readonly places = new Map<string, number>();
  #authors: string[] | undefined;

  async add(batch: Batch, item: CommentItem): Promise<Written & { post?: number }> {
    const text = cleanText(item.text)
      .replace(/\n{3,}/g, '\n\n')
      .trim()
      .slice(0, maxTextLength)
      .toWellFormed();
    if (!visible.test(text)) return { leftOut: messages.commentEmpty };
    const postId =
      'key' in item.post
        ? (batch.run.terms.get('post', item.post.key) ?? (await createdFrom(batch, item.post.key))?.post)
        : await postAt(batch, item.post.address);
    if (!postId) return { leftOut: messages.postMissing };
    const remarks: string[] = [];
    const parent = item.parent === undefined ? null : await this.#parentOf(batch, item.parent);
    if (item.parent !== undefined && !parent) remarks.push(messages.parentMissing);
    const userId = item.author ? await authorOf(batch, item.author) : null;
    const url = authorUrl(item.url);
    if (item.url?.trim() && !url) remarks.push(messages.authorUrlDropped(item.url.slice(0, 100)));
    this.places.set(item.key, this.comments.length);
    this.comments.push({
      post_id: postId,
      user_name: userId ? 'Admin' : await this.#nameOf(batch, item.name, remarks),
      comment_text: text,
      date_added: checkedDate(item.date, remarks) ?? batch.run.now,
      approved: item.approved,
      user_id: userId,
      parent,
      author_url: url,
      source: item.source === 'comment' ? 'import' : item.source,
    });
    return { created: { post: postId }, post: postId, remarks };
  }

  async #parentOf(batch: Batch, key: string): Promise<ImportedComment['parent']> {
    const earlier = this.places.get(key);
    if (earlier !== undefined) return { earlier };
    const id = (await createdFrom(batch, key))?.comment;
    return id ? { id } : null;
  }

  async #nameOf(batch: Batch, raw: string, remarks: string[]): Promise<string> {
    this.#authors ??= await authorNames(batch);
    const name = importedName(raw, this.#authors);
    const given = normalizedName(cleanText(raw));
    if (given && name !== given) remarks.push(messages.guestName(given.slice(0, 100), name));
    return name;
  }
}
