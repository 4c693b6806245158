import { locale, t } from '../../../platform/messages/translate.ts';
import type { PostKind } from './post-kinds.ts';
import type { PostSettings } from './post-settings.ts';
import type { Post } from './posts.ts';

/** What the words for a value depend on. */
type Known = { categories: ReadonlyMap<number, string>; post: Post };

type Setting<Value> = {
  /** Its name where versions of a post are compared. */
  label: string;
  /** In a new post. */
  empty: Value;
  of(post: Post): Value;
  /** How a value reads there; without it as it is, and `(none)` for one that is empty. */
  inWords?(value: Value, known: Known): string;
};

const categoryName = (id: number, { categories }: Known): string => categories.get(id) ?? `#${id}`;
const dateInWords = (date: string): string => (date === '' ? none : new Date(date).toLocaleString(locale()));
const imageName = (id: number | null, { post }: Known): string =>
  id === null
    ? none
    : post.images.find((image) => image.id === id)?.alt || t('Image {id}', { id: String(id) });
const yesOrNo = (isOn: boolean): string => (isOn ? t('Yes') : t('No'));
const mainImage = ({ images }: Post) => images.find((image) => image.main_image === 1);

/** What is shown for an empty value. */
export const none = t('(none)');

/** Every setting. Forms, drafts and the views that compare versions derive from this list. */
export const postSettings: { readonly [Name in keyof PostSettings]: Setting<PostSettings[Name]> } = {
  post_date: {
    label: t('Date'),
    empty: '',
    of: ({ date_given, post_date }) => (date_given === 1 ? post_date : ''),
    inWords: dateInWords,
  },
  category_id: {
    label: t('Category'),
    empty: null,
    of: ({ category_id }) => category_id,
    inWords: (id, known) => (id === null ? none : categoryName(id, known)),
  },
  further_category_ids: {
    label: t('Further categories'),
    empty: [],
    of: ({ further_categories }) => further_categories.map(({ id }) => id),
    inWords: (ids, known) => ids.map((id) => categoryName(id, known)).join(', ') || none,
  },
  tags: { label: t('Tags'), empty: [], of: ({ tags }) => tags.map(({ tag_name }) => tag_name) },
  main_image_id: {
    label: t('Main image'),
    empty: null,
    of: (post) => mainImage(post)?.id ?? null,
    inWords: imageName,
  },
  focal_x: {
    label: t('Focal point, left to right'),
    empty: 50,
    of: (post) => mainImage(post)?.focal_x ?? 50,
  },
  focal_y: {
    label: t('Focal point, top to bottom'),
    empty: 50,
    of: (post) => mainImage(post)?.focal_y ?? 50,
  },
  social_image_id: {
    label: t('Social image'),
    empty: null,
    of: ({ images }) => images.find((image) => image.social_image === 1)?.id ?? null,
    inWords: imageName,
  },
  comments_open: {
    label: t('Comments are open'),
    empty: true,
    of: ({ comments_open }) => comments_open === 1,
    inWords: yesOrNo,
  },
  language: { label: t('Language'), empty: '', of: ({ language }) => language },
  author_id: {
    label: t('Author'),
    empty: null,
    of: ({ author_id }) => author_id,
    inWords: (id, { post }) =>
      id === null ? none : (id === post.author_id && post.author?.display_name) || `#${id}`,
  },
  translation_of: {
    label: t('Translation of'),
    empty: null,
    of: ({ translations }) => translations[0]?.id ?? null,
    inWords: (id, { post }) =>
      id === null
        ? none
        : post.translations.find((translation) => translation.id === id)?.post_title || `#${id}`,
  },
  send_mail: {
    label: t('Send to subscribers by mail'),
    empty: null,
    of: ({ send_mail }) => send_mail,
    inWords: (isSent) => (isSent === null ? t('As the mail settings say') : yesOrNo(isSent)),
  },
  mail_subject: { label: t('Subject'), empty: '', of: ({ mail_subject }) => mail_subject },
  mail_preheader: { label: t('Preheader'), empty: '', of: ({ mail_preheader }) => mail_preheader },
  series: { label: t('Series'), empty: '', of: ({ series }) => series },
  hero: {
    label: t('Main image above the title'),
    empty: true,
    of: ({ hero }) => hero === 1,
    inWords: yesOrNo,
  },
};

export const settingNames = Object.keys(postSettings) as (keyof PostSettings)[];

const forEachSetting = (read: (setting: Setting<never>) => unknown): PostSettings =>
  Object.fromEntries(
    settingNames.map((name) => [name, read(postSettings[name] as Setting<never>)]),
  ) as PostSettings;

const emptySettings = forEachSetting(({ empty }) => empty);

/** The settings of a new post; the comments of a page are closed unless the author opens them. */
export const emptySettingsOf = (kind: PostKind): PostSettings =>
  kind === 'page' ? { ...emptySettings, comments_open: false } : emptySettings;

export const settingsOf = (post: Post): PostSettings => forEachSetting((setting) => setting.of(post));

/** A draft of an earlier release lacks the settings that were added since. */
export type DraftSettings = { [Name in keyof PostSettings]?: PostSettings[Name] | undefined };

/** The settings that are given and differ from the saved ones. */
export const changedSettings = (settings: DraftSettings, saved: PostSettings): Partial<PostSettings> =>
  Object.fromEntries(
    settingNames
      .filter(
        (name) =>
          settings[name] !== undefined && JSON.stringify(settings[name]) !== JSON.stringify(saved[name]),
      )
      .map((name) => [name, settings[name]]),
  );
