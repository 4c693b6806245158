import { plainLines } from '../../../platform/admin/controls/plain-lines.ts';
import { t } from '../../../platform/messages/translate.ts';
import { emptyText, fieldNames, type PostText, postFields, textOf } from '../../posts/api/post-fields.ts';
import type { PostKind } from '../../posts/api/post-kinds.ts';
import type { PostSettings } from '../../posts/api/post-settings.ts';
import type { Post } from '../../posts/api/posts.ts';
import { changedSettings, emptySettingsOf, settingsOf } from '../../posts/api/settings-of-post.ts';
import type { PostInput } from './post-calls.ts';

/** The values of the form, and the version of the post they are based on. A new post has no id. */
export type PostValues = PostText &
  PostSettings & {
    id: number | null;
    kind: PostKind;
    version: number;
    post_title_web: string;
    active: boolean;
    /** When the post is published automatically. */
    scheduled_date: string | null;
  };

/** The form of a new post or page. */
export const emptyOf = (kind: PostKind): PostValues => ({
  id: null,
  kind,
  version: 0,
  ...emptyText,
  ...emptySettingsOf(kind),
  post_title_web: '',
  active: false,
  scheduled_date: null,
});

export const valuesOf = (post: Post): PostValues => ({
  id: post.id,
  kind: post.kind,
  version: post.version,
  ...textOf(post),
  ...settingsOf(post),
  post_title_web: post.post_title_web,
  active: post.active === 1,
  scheduled_date: post.scheduled_date,
});

/** Drafts of earlier releases have no kind. */
export const nameOf = ({
  kind = 'post',
  post_title,
}: Pick<PostValues, 'post_title'> & { kind?: PostKind }): string =>
  kind === 'page'
    ? post_title
      ? t('the page "{title}"', { title: post_title })
      : t('a page without a title')
    : post_title
      ? t('the post "{title}"', { title: post_title })
      : t('a post without a title');

/** Each text field as plain text, with its label. */
export const labeledText = (text: PostText) =>
  fieldNames.map((name) => {
    const { label, format } = postFields[name];
    return { label, text: format === 'html' ? plainLines(text[name]) : text[name] };
  });

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const textAndStatus = (values: PostValues) => ({
  ...textOf(values),
  active: values.active,
  scheduled_date: values.scheduled_date,
});

/** A web title is sent only if it was chosen by hand; otherwise it follows the title. */
export const inputOf = (values: PostValues, saved: PostValues): PostInput => {
  const { post_title_web } = values;
  const isChosen = post_title_web !== '' && post_title_web !== saved.post_title_web;
  return {
    kind: values.kind,
    ...textAndStatus(values),
    // Not all of them, so that a change of another tab is not undone.
    ...changedSettings(values, saved),
    ...(isChosen && { post_title_web }),
  };
};

export const sameText = (a: PostValues, b: PostValues): boolean =>
  isSame(textAndStatus(a), textAndStatus(b)) && isSame(changedSettings(a, b), {});

/** Whether saving the values over `current` would undo something that was changed since `base`. */
export function overwrites(values: PostValues, base: PostValues, current: PostValues): boolean {
  const elsewhere = changedSettings(current, base);
  const isSettingLost = Object.keys(changedSettings(values, base)).some((name) => name in elsewhere);
  return isSettingLost || !isSame(textAndStatus(current), textAndStatus(base));
}
