import type { Announcement, Frame, Overview, Site } from '../../contract/site.ts';
import type { Viewer } from '../../rules/viewer.ts';
import { countPosts } from '../../store/admin-posts.ts';
import { countCategories } from '../../store/categories.ts';
import { countComments } from '../../store/comments.ts';
import { countImages } from '../../store/images.ts';
import { countVotes, databaseBytes, recentEvents } from '../../store/overview.ts';
import { readSetting, readSettings, writeSetting } from '../../store/settings.ts';
import { countTags } from '../../store/tags.ts';
import { inTransaction, lockName } from '../../store/transaction.ts';
import { note } from '../activity.ts';
import { type Blog, siteKey } from '../blog.ts';
import { backupState } from '../maintenance/backups.ts';
import { untrustedForwarding } from '../maintenance/proxy-warning.ts';

const freshSite: Site = {
  site_name: 'Not Terrible',
  site_description: 'A personal blog. Not terrible.',
  thank_you_line: 'Thank you for stopping by. It was not terrible to have you.',
  fan_site_url: 'https://example.org/',
  fan_site_label: 'The fan site',
  contact_email: 'hello@example.org',
  theme_color: '#c8102e',
};

const freshAnnouncement: Announcement = { id: 1, title: '', message: '', active: false };

const toSite = (stored = '{}'): Site => ({ ...freshSite, ...JSON.parse(stored) });
const toAnnouncement = (stored = '{}'): Announcement => ({ ...freshAnnouncement, ...JSON.parse(stored) });

export const readSite = async (blog: Pick<Blog, 'db'>): Promise<Site> =>
  toSite(await readSetting(blog.db, 'site'));

export const changeSite = (blog: Blog, change: Change<Site>): Promise<Site> =>
  changeSetting(blog, 'site', readSite, change, 'Changed the site settings');

const readAnnouncement = async (blog: Pick<Blog, 'db'>): Promise<Announcement> =>
  toAnnouncement(await readSetting(blog.db, 'announcement'));

/** What visitors hear while the announcement is inactive, whatever is written in it. */
const spoken = (announcement: Announcement): Announcement =>
  announcement.active ? announcement : freshAnnouncement;

export async function announcementFor(blog: Blog, viewer: Viewer): Promise<Announcement> {
  const announcement = await readAnnouncement(blog);
  return viewer.admin ? announcement : spoken(announcement);
}

export async function readFrame(blog: Blog): Promise<Frame> {
  const [site, announcement] = await readSettings(blog.db, 'site', 'announcement');
  return {
    site: { ...toSite(site), site_url: blog.siteUrl() },
    announcement: spoken(toAnnouncement(announcement)),
  };
}

export const changeAnnouncement = (
  blog: Blog,
  change: Change<Omit<Announcement, 'id'>>,
): Promise<Announcement> =>
  changeSetting<Announcement>(blog, 'announcement', readAnnouncement, change, 'Changed the announcement');

type Change<Value> = { [Key in keyof Value]?: Value[Key] | undefined };

/** What is not sent stays as it is; two changes follow each other. */
async function changeSetting<Value extends object>(
  blog: Blog,
  name: string,
  read: (blog: Pick<Blog, 'db'>) => Promise<Value>,
  change: Change<Value>,
  what: string,
): Promise<Value> {
  const settled = await inTransaction(blog.db, async (tx) => {
    await lockName(tx, name);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const changed: Value = { ...(await read({ db: tx })), ...given };
    await writeSetting(tx, name, JSON.stringify(changed));
    await note(blog, tx, 'site', what);
    return changed;
  });
  blog.changed({ touches: [siteKey] });
  return settled;
}

const recentSize = 12;

export async function overview(blog: Blog): Promise<Overview> {
  const { db } = blog;
  const recent = await recentEvents(db, recentSize);
  return {
    posts: {
      active: await countPosts(db, { status: 'active' }),
      inactive: await countPosts(db, { status: 'inactive' }),
    },
    comments: {
      approved: await countComments(db, { approved: true }),
      waiting: await countComments(db, { approved: false }),
    },
    votes: await countVotes(db),
    images: await countImages(db),
    database_bytes: await databaseBytes(db),
    categories: await countCategories(db),
    tags: await countTags(db),
    recent: recent.sort((a, b) => (a.date < b.date ? 1 : -1)).slice(0, recentSize),
    version: blog.version,
    backups: await backupState(blog),
    untrusted_forwarding: await untrustedForwarding(blog),
  };
}
