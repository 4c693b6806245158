import type { PostKind } from '../../api/post-kinds.ts';
import type { Post } from '../../api/posts.ts';

/** What the author sets about a post besides its text. Apart from its schema, so that browsers do not load zod. */
export type PostSettings = {
  /** Empty: the moment of publication. */
  post_date: string;
  category_id: number | null;
  /** Categories besides the main one, by id. */
  further_category_ids: number[];
  tags: string[];
  main_image_id: number | null;
  focal_x: number;
  focal_y: number;
  social_image_id: number | null;
  comments_open: boolean;
  /** BCP 47; empty: the language of the site. */
  language: string;
  /** Null in a new post: the administrator who creates it. */
  author_id: number | null;
  /** One of the posts whose translation it is. */
  translation_of: number | null;
  /** Whether it is sent to subscribers; null until its publication: as the settings of mail say. */
  send_mail: boolean | null;
  /** Empty: the title, and the description. */
  mail_subject: string;
  mail_preheader: string;
};

export const emptySettings: PostSettings = {
  post_date: '',
  category_id: null,
  further_category_ids: [],
  tags: [],
  main_image_id: null,
  focal_x: 50,
  focal_y: 50,
  social_image_id: null,
  comments_open: true,
  language: '',
  author_id: null,
  translation_of: null,
  send_mail: null,
  mail_subject: '',
  mail_preheader: '',
};

/** The settings of a new post; the comments of a page are closed unless the author opens them. */
export const emptySettingsOf = (kind: PostKind): PostSettings =>
  kind === 'page' ? { ...emptySettings, comments_open: false } : emptySettings;

export function settingsOf(post: Post): PostSettings {
  const main = post.images.find((image) => image.main_image === 1);
  return {
    post_date: post.date_given === 1 ? post.post_date : '',
    category_id: post.category_id,
    further_category_ids: post.further_categories.map(({ id }) => id),
    tags: post.tags.map(({ tag_name }) => tag_name),
    main_image_id: main?.id ?? null,
    focal_x: main?.focal_x ?? emptySettings.focal_x,
    focal_y: main?.focal_y ?? emptySettings.focal_y,
    social_image_id: post.images.find((image) => image.social_image === 1)?.id ?? null,
    comments_open: post.comments_open === 1,
    language: post.language,
    author_id: post.author_id,
    translation_of: post.translations[0]?.id ?? null,
    send_mail: post.send_mail,
    mail_subject: post.mail_subject,
    mail_preheader: post.mail_preheader,
  };
}

/** A draft of an earlier release lacks the settings that were added since. */
export type DraftSettings = { [Name in keyof PostSettings]?: PostSettings[Name] | undefined };

/** The settings that are given and differ from the saved ones. */
export const changedSettings = (settings: DraftSettings, saved: PostSettings): Partial<PostSettings> =>
  Object.fromEntries(
    Object.keys(emptySettings)
      .map((name) => name as keyof PostSettings)
      .filter(
        (name) =>
          settings[name] !== undefined && JSON.stringify(settings[name]) !== JSON.stringify(saved[name]),
      )
      .map((name) => [name, settings[name]]),
  );
