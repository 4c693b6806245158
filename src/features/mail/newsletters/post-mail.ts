import { readAuthors } from '../../../core/accounts/profiles/authors.ts';
import type { Image } from '../../../core/images/api/images.ts';
import { knownEmbeds } from '../../../core/images/embeds/embeds.ts';
import type { Post } from '../../../core/posts/api/posts.ts';
import { presentPost } from '../../../core/posts/present.ts';
import type { StoredFullPost } from '../../../core/posts/store/post-rows.ts';
import { readSite } from '../../../core/site/site.ts';
import { type Blog, serverUrl } from '../../../platform/blog.ts';
import { filePrefix } from '../../../platform/files/file-prefix.ts';
import { urls } from '../../../platform/http/urls.ts';
import { escapeHtml } from '../../../platform/web/escape-html.ts';
import { messagesIn } from '../../../platform/web/messages/catalogs.ts';
import { mailUrls } from '../api/urls.ts';
import { buttonHtml } from '../message/frame.ts';
import { fonts, light } from '../message/palette.ts';
import { oneLine } from '../message/template.ts';
import { postHtml } from '../post/html.ts';
import type { PostSource } from '../post/source.ts';
import { postText, underlined } from '../post/text.ts';
import { type MailSite, newsletterParts, type Parts } from '../queue/parts.ts';

type PostMail = { subject: string; preheader: string } & Parts;

export const mailSite = async (blog: Blog): Promise<MailSite> => {
  const { site_name, theme_color, language } = await readSite(blog);
  return { site_name, theme_color, language, url: blog.siteUrl() };
};

export const storedPostMail = async (blog: Blog, post: StoredFullPost): Promise<PostMail> =>
  postMail(blog, presentPost(blog, post, await readAuthors(blog), []));

/** A post as a mail to subscribers: HTML and plain text of the same document, with the images that its page shows. */
export async function postMail(blog: Blog, post: Post): Promise<PostMail> {
  const site = await mailSite(blog);
  const { time_zone } = await readSite(blog);
  const language = post.language || site.language;
  const messages = messagesIn(language);
  const title = oneLine(post.post_title) || messages.untitled;
  const subject = oneLine(post.mail_subject) || title;
  const preheader = oneLine(post.mail_preheader) || post.description;
  const source = await sourceOf(blog, post, language);
  const { html, darkStyles, cutAfter } = postHtml(source);
  const day = new Date(post.post_date).toLocaleDateString(language, {
    dateStyle: 'long',
    timeZone: time_zone,
  });
  const { byline, readOnSite, readOn, cut, comment, answerByMail } = messages.newsletterMail;
  const commentUrl = post.comments_open ? `${source.url}#comments` : null;
  const isAnswerable = commentUrl !== null && blog.mail?.imapUrl != null;
  const meta = [day, ...(post.byline ? [byline(post.byline)] : [])].join(' · ');
  const isCut = cutAfter !== null;
  const parts = newsletterParts(site, {
    language,
    subject,
    preheader,
    darkStyles,
    html: [
      headHtml(title, source.url, meta),
      html,
      isCut ? `<p style="margin: 24px 0 0">${escapeHtml(cut)}</p>` : '',
      isCut
        ? buttonHtml({ label: readOn, url: source.url }, site.theme_color)
        : linkHtml(readOnSite, source.url),
      commentUrl ? linkHtml(comment, commentUrl) : '',
      isAnswerable ? `<p style="margin: 8px 0 0">${escapeHtml(answerByMail)}</p>` : '',
    ].join('\n'),
    text: [
      underlined(title, '='),
      meta,
      postText(source, cutAfter),
      isCut ? `${cut}\n${readOn}: ${source.url}` : `${readOnSite}: ${source.url}`,
      ...(commentUrl ? [`${comment}: ${commentUrl}`] : []),
      ...(isAnswerable ? [answerByMail] : []),
    ].join('\n\n'),
  });
  return { subject, preheader, ...parts };
}

async function sourceOf(blog: Blog, post: Post, language: string): Promise<PostSource> {
  const url = blog.siteUrl() + urls.post(post.post_title_web);
  const known = new Map<string, Image>();
  for (const image of post.images)
    for (const path of [image.file_path, image.file_path_largest]) known.set(path, image);
  const files = new URL(filePrefix(blog.files), url).href;
  const jpegs = serverUrl(blog) + mailUrls.image('');
  return {
    content: withImages(post),
    url,
    language,
    findImage: (src) => known.get(src) ?? null,
    findEmbed: await knownEmbeds(blog, blog.db, post.post_content),
    jpegOf: (file) =>
      file.startsWith(files) && file.endsWith('.webp') ? `${jpegs}${file.slice(files.length)}.jpg` : file,
    isOwnFile: (file) => (file.startsWith(files) || file.startsWith(jpegs)) && !/[?#]/.test(file),
  };
}

/** The images that the text does not show: the main image before it, the others after it. */
function withImages({ images, post_content }: Post): string {
  const others = images.filter(
    ({ file_path, file_path_largest }) =>
      !post_content.includes(`"${file_path}"`) && !post_content.includes(`"${file_path_largest}"`),
  );
  const main = others.filter(({ main_image }) => main_image === 1).map(figure);
  const gallery = others.filter(({ main_image }) => main_image === 0).map(figure);
  return [
    ...main,
    post_content,
    ...(gallery.length > 0 ? [`<div class="gallery">${gallery.join('')}</div>`] : []),
  ].join('');
}

const figure = ({ file_path, alt }: Image): string =>
  `<figure><img src="${escapeHtml(file_path)}" alt="${escapeHtml(alt)}"></figure>`;

const headHtml = (title: string, url: string, meta: string): string =>
  `<h1 class="plain" style="margin: 0 0 6px; font: bold 30px/1.2 ${fonts.text}"><a href="${escapeHtml(url)}" style="color: inherit; text-decoration: none">${escapeHtml(title)}</a></h1>
<p class="quiet" style="margin: 0 0 24px; font: 14px/1.5 ${fonts.ui}; color: ${light.soft}">${escapeHtml(meta)}</p>`;

const linkHtml = (label: string, url: string): string =>
  `<p style="margin: 28px 0 0; font: 15px/1.5 ${fonts.ui}"><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;
