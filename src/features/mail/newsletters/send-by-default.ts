import { readSite } from '../../../core/site/site.ts';
import type { Blog } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import type { Publication } from '../../../platform/events.ts';
import { readMailSettings } from '../settings.ts';
import { isSentByDefault } from './rules/send-by-default.ts';

/** Whether a post is sent to subscribers if its author said nothing about it. */
export async function sendsByDefault(
  { mail }: Pick<Blog, 'mail'>,
  db: Db,
  post: Publication,
): Promise<boolean> {
  if (!mail || post.kind !== 'post') return false;
  const settings = await readMailSettings({ db });
  if (!settings.subscriptions) return false;
  const isTranslation =
    post.translation_of === undefined ? Boolean(post.translation_group) : post.translation_of !== null;
  const { language } = await readSite({ db });
  return isSentByDefault(settings, { isTranslation, language: post.language ?? '' }, language);
}
