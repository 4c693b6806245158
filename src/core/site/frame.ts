import type { Blog } from '../../platform/blog.ts';
import { readSettings } from '../../platform/db/settings.ts';
import { readShared } from '../../platform/http/cache/reads.ts';
import { customCssUrl } from './api/custom-css.ts';
import type { Frame } from './api/site.ts';
import { customCssSetting } from './custom-css.ts';
import { publicMenu, toMenu } from './menu.ts';
import { partSettings, publicPart, readShown, toAnnouncement, toPublicSite } from './site.ts';

/** What every page shows around its content. */
export const readFrame = (blog: Blog): Promise<Frame> => readShared(blog, 'frame', currentFrame);

async function currentFrame(blog: Blog): Promise<Frame> {
  const [site, announcement, menu, customCss, ...parts] = await readShown(blog, (db) =>
    readSettings(db, 'site', 'announcement', 'menu', customCssSetting, ...partSettings(blog)),
  );
  return {
    site: await toPublicSite(blog, site, parts),
    announcement: publicPart(toAnnouncement(announcement)),
    menu: await publicMenu(blog, toMenu(menu)),
    customCss: customCss ? customCssUrl(customCss) : null,
  };
}
