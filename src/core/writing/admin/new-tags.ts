import type { Post } from '../../posts/api/posts.ts';
import { taxonomyCalls } from '../../taxonomy/admin/calls.ts';

/** What the author typed for tags that are new, by their web names. */
export const typedNames = new Map<string, string>();

/** Saving a post creates its tags under their web names; readers see what was typed. */
export async function nameNewTags({ tags }: Post): Promise<void> {
  for (const { tag_name, display_name } of tags) {
    const typed = typedNames.get(tag_name);
    typedNames.delete(tag_name);
    if (typed && display_name === tag_name)
      // The request has logged the error, such as another tag of this name; the web name stays.
      await taxonomyCalls.renameTag({ tagName: tag_name, display_name: typed }).catch(() => {});
  }
}
