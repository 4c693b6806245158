import { urls } from '../../contract/urls.ts';
import { feedHtml } from '../../document/feed-html.ts';
import { plainText } from '../../document/text.ts';
import { oneLine } from '../../mail/letter.ts';
import type { StoredFullPost } from '../../store/post-rows.ts';
import type { Blog } from '../blog.ts';
import { readSite } from '../site/site.ts';
import { type MailSite, newsletterParts, type Parts } from './mail-parts.ts';

export type PostMail = { subject: string; preheader: string } & Parts;

export const mailSite = async (blog: Blog): Promise<MailSite> => {
  const { site_name, theme_color, language } = await readSite(blog);
  return { site_name, theme_color, language, url: blog.siteUrl() };
};

/** A post as a mail to subscribers. */
export async function postMail(blog: Blog, post: StoredFullPost): Promise<PostMail> {
  const site = await mailSite(blog);
  const subject = oneLine(post.mail_subject) || oneLine(post.post_title) || site.site_name;
  const preheader = oneLine(post.mail_preheader) || post.description;
  const url = blog.siteUrl() + urls.post(post.post_title_web);
  const parts = newsletterParts(site, {
    language: post.language || site.language,
    subject,
    preheader,
    html: feedHtml(post.shown_html ?? post.post_content, url),
    text: plainText(post.post_content),
  });
  return { subject, preheader, ...parts };
}
