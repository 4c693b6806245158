import { mailSetting, publicMail } from '../../features/mail/settings.ts';
import type { Blog } from '../../platform/blog.ts';
import { readSettings } from '../../platform/db/settings.ts';
import { customCssUrl } from './api/custom-css.ts';
import type { Frame } from './api/site.ts';
import { customCssSetting } from './custom-css.ts';
import { publicMenu, toMenu } from './menu.ts';
import { publicPart, readShown, rememberSite, toAnnouncement, toSite, withImages } from './site.ts';

/** What every page shows around its content. */
export async function readFrame(blog: Blog): Promise<Frame> {
  const [site, announcement, menu, customCss, mail] = await readShown(blog, (db) =>
    readSettings(db, 'site', 'announcement', 'menu', customCssSetting, mailSetting),
  );
  return {
    site: await withImages(blog, rememberSite(blog, toSite(site))),
    announcement: publicPart(toAnnouncement(announcement)),
    menu: await publicMenu(blog, toMenu(menu)),
    mail: publicMail(blog, mail),
    customCss: customCss ? customCssUrl(customCss) : null,
  };
}
