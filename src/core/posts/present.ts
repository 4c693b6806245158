import type { Blog } from '../../platform/blog.ts';
import type { Authors } from '../accounts/profiles/authors.ts';
import { presentImage } from '../images/present-image.ts';
import { segmentTitles } from '../site/category-paths.ts';
import { forFields, listedFields, textOf } from './api/post-fields.ts';
import type { AdminPost, Post, PostCard, Translation } from './api/posts.ts';
import { closesAt } from './rules/closes-at.ts';
import type { StoredAdminPost } from './store/admin-posts.ts';
import type { StoredComment } from './store/comment-rows.ts';
import type { StoredCard, StoredFullPost, StoredPost } from './store/post-rows.ts';
import type { Category } from './terms/api/categories.ts';
import type { StoredCategory } from './terms/store/categories.ts';

/** Converts rows to API objects. Every field is named explicitly, so that a new column is not exposed by accident. */

const flag = (value: number): 0 | 1 => (value === 1 ? 1 : 0);

export const presentComment = (comment: StoredComment, authors: Authors): Post['comment'][number] => ({
  id: comment.id,
  post_id: comment.post_id,
  user_name: comment.user_name,
  display_name: authors.find(comment.user_id)?.display_name ?? null,
  comment_text: comment.comment_text,
  date_added: comment.date_added,
  approved: comment.approved,
  parent_id: comment.parent_id,
  author_url: comment.author_url,
  source: comment.source,
  origin_url: comment.origin_url,
  date_edited: comment.date_edited,
});

export const presentCategory = ({ id, category_path, titles, description }: StoredCategory): Category => ({
  id,
  category_path,
  title: segmentTitles(category_path, titles).at(-1) ?? '',
  description,
});

export const presentTerms = (post: StoredPost) => ({
  cat_path: post.cat_path,
  cat_titles: segmentTitles(post.cat_path ?? '', post.cat_titles ?? ''),
  further_categories: post.further_categories.map(({ id, category_path, titles }) => ({
    id,
    category_path,
    titles: segmentTitles(category_path, titles),
  })),
  tags: post.tags.map(({ id, tag_name, display_name }) => ({ id, tag_name, display_name })),
});

/** A cached page that says so is made again when the comments close. */
function acceptsComments(blog: Blog, post: StoredPost, { site }: Authors): 0 | 1 {
  const left = closesAt(post, site.close_comments_days) - blog.now().getTime();
  if (left > 0 && left < Number.POSITIVE_INFINITY) blog.reads?.expireWithin(left);
  return left > 0 ? 1 : 0;
}

function presentCommon(blog: Blog, post: StoredPost, authors: Authors) {
  const images = post.images.map((image) => presentImage(blog, image));
  return {
    id: post.id,
    kind: post.kind,
    ...forFields(listedFields, (name) => post[name]),
    post_title_web: post.post_title_web,
    post_date: post.post_date,
    update_date: post.update_date,
    img_name: images.find((image) => image.main_image === 1)?.file_path ?? null,
    category_id: post.category_id,
    ...presentTerms(post),
    active: flag(post.active),
    vote_count: post.vote_count,
    description: post.description,
    language: post.language,
    comments_open: flag(post.comments_open),
    accepts_comments: acceptsComments(blog, post, authors),
    author_id: post.author_id,
    byline: authors.byline(post.author_id),
    reading_minutes: post.reading_minutes,
    images,
    comments_approved: post.comments_approved,
    comment: post.comments.map((comment) => presentComment(comment, authors)),
  };
}

export const presentCard = (blog: Blog, post: StoredCard, authors: Authors): PostCard => ({
  ...presentCommon(blog, post, authors),
  post_content: post.card_html,
  truncated: post.card_truncated === 1,
});

export const presentPost = (
  blog: Blog,
  post: StoredFullPost,
  authors: Authors,
  translations: Translation[],
): Post => ({
  ...presentCommon(blog, post, authors),
  author: authors.find(post.author_id),
  translations,
  likes: post.likes,
  reposts: post.reposts,
  ...textOf(post),
  post_content_shown: post.shown_html,
  version: post.version,
  scheduled_date: post.scheduled_date,
  send_mail: post.send_mail === null ? null : post.send_mail === 1,
  mail_subject: post.mail_subject,
  mail_preheader: post.mail_preheader,
  series: post.series,
  hero: flag(post.hero),
  date_given: flag(post.date_given || post.first_active_date ? 1 : 0),
});

export const presentAdminPost = (
  blog: Blog,
  post: StoredAdminPost,
  authors: Authors,
  translations: Translation[],
): AdminPost => ({
  ...presentPost(blog, post, authors, translations),
  comment_count: post.comment_count,
  comments_waiting: post.comments_waiting,
  shares: post.shares.map(({ network, url, date }) => ({ network, url, date })),
});
