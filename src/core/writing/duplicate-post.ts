import type { Blog } from '../../platform/blog.ts';
import { maxTitleLength } from '../../platform/http/api/limits.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { copyOf } from '../../platform/messages/owner.ts';
import { message } from '../../platform/messages/translate.ts';
import { copyImages } from '../images/store/images.ts';
import { textOf } from '../posts/api/post-fields.ts';
import type { Post } from '../posts/api/posts.ts';
import { changePosts, lockedPost } from '../posts/change-posts.ts';
import { authorOf, lockCategories } from '../posts/post-settings.ts';
import { postImages } from '../posts/rendering.ts';
import type { StoredFullPost } from '../posts/store/post-rows.ts';
import { setFurtherCategories } from '../posts/terms/store/categories.ts';
import { tagPost } from '../posts/terms/store/tags.ts';
import { insertNew, presented, stored } from '../posts/write-posts.ts';
import { named } from '../site/activity.ts';

/** At most as long as a title may be. */
const copyTitle = (title: string): string => [...copyOf(title)].slice(0, maxTitleLength).join('');

const categoriesOf = ({ category_id, further_categories }: StoredFullPost) => ({
  category_id,
  further_category_ids: further_categories.map(({ id }) => id),
});

/**
 * A new inactive post with the text, settings, tags and images of another. It is in the same language, so it joins no
 * translations. Image files are shared, not copied.
 */
export async function duplicatePost(blog: Blog, id: number, writer: Viewer): Promise<Post> {
  const copy = await changePosts(blog, async (tx) => {
    await lockCategories(tx, categoriesOf(await stored(tx.db, id)));
    await lockedPost(tx, id);
    const original = await stored(tx.db, id);
    const { kind, category_id, language, comments_open, series, hero } = original;
    const author_id = original.author_id ?? (await authorOf(tx, writer));
    const text = { ...textOf(original), post_title: copyTitle(original.post_title) };
    const created = await insertNew(
      blog,
      tx,
      text,
      { kind, category_id, language, comments_open, series, hero, author_id },
      writer,
      await postImages(blog, tx.db, id),
    );
    for (const { tag_name } of original.tags) await tagPost(tx, created, tag_name);
    await setFurtherCategories(tx, created, categoriesOf(original).further_category_ids);
    await copyImages(tx, original.images, created);
    const what = message('Duplicated {post}', { post: named(original) });
    return { result: created, activity: [{ kind: 'post', what }] };
  });
  return presented(blog, writer, copy);
}
