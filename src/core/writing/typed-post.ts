import { type Blog, nowIso } from '../../platform/blog.ts';
import { visitor } from '../../platform/http/viewer.ts';
import { readAuthors } from '../accounts/profiles/authors.ts';
import type { StoredImage } from '../images/store/image-rows.ts';
import type { PostText } from '../posts/api/post-fields.ts';
import type { Post } from '../posts/api/posts.ts';
import type { NewDraft } from '../posts/api/writing.ts';
import { noSuchPost } from '../posts/posts.ts';
import { presentPost } from '../posts/present.ts';
import { derive, lookupsFor } from '../posts/rendering.ts';
import type { StoredFullPost } from '../posts/store/post-rows.ts';
import { postById } from '../posts/store/posts.ts';
import { nameKey } from '../posts/terms/api/terms.ts';
import { allCategories, categoryById } from '../posts/terms/store/categories.ts';
import type { StoredTag } from '../posts/terms/store/tags.ts';
import { tagsNamed } from '../posts/terms/store/tags.ts';
import { normalizedText } from '../posts/text.ts';
import { readTranslations } from '../posts/translations/translations.ts';
import { oneLine } from '../posts/write-posts.ts';

/** What a post would look like if the values of the form were saved now. Nothing is stored. */
export async function typedPost(blog: Blog, input: NewDraft): Promise<Post> {
  const { post_id, settings } = input;
  const saved = post_id === null ? undefined : await postById(blog.db, post_id, 'approved');
  if (post_id !== null && !saved) throw noSuchPost();
  const text = normalizedText(blog, input);
  const language = settings.language ?? saved?.language ?? '';
  const derived = derive(text.post_content, await lookupsFor(blog, blog.db, { ...text, language }, post_id));
  const category =
    settings.category_id === undefined
      ? {
          category_id: saved?.category_id ?? null,
          cat_path: saved?.cat_path ?? null,
          cat_titles: saved?.cat_titles ?? null,
        }
      : await chosenCategory(blog, settings.category_id);
  const post: StoredFullPost = {
    ...(saved ?? { ...unsaved(nowIso(blog)), kind: input.kind }),
    ...text,
    shown_html: derived.shown_html,
    reading_minutes: derived.reading_minutes,
    description: oneLine(text.meta_description) || derived.description,
    active: 0,
    ...category,
    images: (saved?.images ?? []).map((image) => withSettings(image, settings)),
    comments: [],
  };
  if (settings.post_date) post.post_date = settings.post_date;
  if (settings.language !== undefined) post.language = settings.language;
  if (settings.author_id) post.author_id = settings.author_id;
  if (settings.mail_subject !== undefined) post.mail_subject = settings.mail_subject;
  if (settings.mail_preheader !== undefined) post.mail_preheader = settings.mail_preheader;
  if (settings.series !== undefined) post.series = settings.series;
  if (settings.hero !== undefined) post.hero = Number(settings.hero);
  if (settings.tags) post.tags = await chosenTags(blog, settings.tags);
  if (settings.further_category_ids)
    post.further_categories = await chosenCategories(
      blog,
      settings.further_category_ids.filter((id) => id !== post.category_id),
    );
  const translations = settings.translation_of === null ? [] : await readTranslations(blog, visitor, post);
  return presentPost(blog, post, await readAuthors(blog), translations);
}

async function chosenCategory(blog: Blog, id: number | null) {
  const category = id === null ? undefined : await categoryById(blog.db, id);
  return {
    category_id: category?.id ?? null,
    cat_path: category?.category_path ?? null,
    cat_titles: category?.titles ?? null,
  };
}

async function chosenCategories(blog: Blog, ids: readonly number[]) {
  const all = await allCategories(blog.db);
  return all.filter(({ id }) => ids.includes(id));
}

/** Those that no post has yet are called as they were typed. */
async function chosenTags(blog: Blog, names: readonly string[]): Promise<StoredTag[]> {
  const known = new Map((await tagsNamed(blog.db, names)).map((tag) => [tag.tag_name, tag.display_name]));
  return names
    .map((tag_name, index) => ({ id: index + 1, tag_name, display_name: known.get(tag_name) ?? tag_name }))
    .sort((a, b) => (nameKey(a.display_name) < nameKey(b.display_name) ? -1 : 1));
}

function withSettings(image: StoredImage, settings: NewDraft['settings']): StoredImage {
  const { main_image_id, focal_x = image.focal_x, focal_y = image.focal_y } = settings;
  if (main_image_id === undefined) return image;
  const isMain = image.id === main_image_id;
  return { ...image, main_image: isMain ? 1 : 0, ...(isMain && { focal_x, focal_y }) };
}

/** A post that was never saved has no id yet; pages need some positive number. */
const unsaved = (now: string): Omit<StoredFullPost, keyof PostText | 'kind'> => ({
  id: 1,
  post_title_web: 'preview',
  post_date: now,
  update_date: null,
  first_active_date: null,
  active: 0,
  category_id: null,
  cat_path: null,
  cat_titles: null,
  vote_count: 0,
  version: 0,
  scheduled_date: null,
  date_given: 0,
  description: '',
  language: '',
  comments_open: 1,
  author_id: null,
  translation_group: null,
  reading_minutes: 0,
  shown_html: null,
  send_mail: null,
  mail_subject: '',
  mail_preheader: '',
  series: '',
  hero: 1,
  tags: [],
  further_categories: [],
  images: [],
  comments: [],
  hasMoreComments: false,
  comments_approved: 0,
  likes: 0,
  reposts: 0,
});
