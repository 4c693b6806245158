import { plural } from '../../../../platform/messages/translate.ts';

export const postsActivated = (count: number): string =>
  plural(count, { one: '1 post was activated.', other: '{count} posts were activated.' });
export const postsDeactivated = (count: number): string =>
  plural(count, { one: '1 post was deactivated.', other: '{count} posts were deactivated.' });
export const authorOfPostsSet = (count: number): string =>
  plural(count, { one: 'The author of 1 post was set.', other: 'The author of {count} posts was set.' });
export const categoryOfPostsSet = (count: number): string =>
  plural(count, { one: 'The category of 1 post was set.', other: 'The category of {count} posts was set.' });
export const tagAdded = (count: number, tag: string): string =>
  plural(
    count,
    { one: '1 post was tagged with {tag}.', other: '{count} posts were tagged with {tag}.' },
    { tag },
  );
export const tagRemoved = (count: number, tag: string): string =>
  plural(
    count,
    { one: 'The tag {tag} was removed from 1 post.', other: 'The tag {tag} was removed from {count} posts.' },
    { tag },
  );
export const postsDeleted = (count: number): string =>
  plural(count, { one: '1 post was deleted.', other: '{count} posts were deleted.' });
export const postsGone = (count: number): string =>
  plural(count, {
    one: '1 post no longer exists. The others were changed.',
    other: '{count} posts no longer exist. The others were changed.',
  });
