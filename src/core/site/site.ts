import { sanitizeShortText } from '../../content/document/short-text.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { readSetting, readSettings, writeSetting } from '../../platform/db/settings.ts';
import { countComments, countImages, countListed, countVotes } from '../../platform/db/totals.ts';
import { inTransaction, lockName } from '../../platform/db/transaction.ts';
import { codePoints } from '../../platform/http/api/plain-text.ts';
import { read, siteTag } from '../../platform/http/cache/reads.ts';
import { Problem } from '../../platform/http/problem.ts';
import { untrustedForwarding } from '../../platform/http/request/proxy-warning.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { failingWork } from '../../platform/jobs/failing.ts';
import { textTooLong } from '../../platform/messages/owner.ts';
import { type Message, message } from '../../platform/messages/translate.ts';
import { usesLatinScript } from '../../platform/web/language-names.ts';
import { messagesIn } from '../../platform/web/messages/catalogs.ts';
import { recordActivity } from './activity.ts';
import { maxFooterTextLength } from './api/menu.ts';
import type { Announcement, Overview, PublicSite, Site } from './api/site.ts';
import { readSiteImages } from './site-images.ts';
import { setAnnouncing } from './store/announcing.ts';
import { countAll, databaseBytes, recentEvents } from './store/overview.ts';

/** What follows from the language, as long as the owner has not chosen something else. */
function defaultsIn(language: string): Pick<Site, 'site_description' | 'thank_you_line' | 'web_titles'> {
  const { defaultDescription, defaultThanks } = messagesIn(language);
  return {
    site_description: defaultDescription,
    thank_you_line: defaultThanks,
    web_titles: usesLatinScript(language) ? 'transliterate' : 'unicode',
  };
}

/** The footer shows a fan site and a contact address only once the owner has given them. */
export const freshSite: Site = {
  ...defaultsIn('en'),
  site_name: 'Not Terrible',
  tagline: '',
  logo_replaces_name: false,
  fan_site_url: '',
  fan_site_label: '',
  contact_email: '',
  footer_text: '',
  language: 'en',
  time_zone: 'UTC',
  theme_color: '#c8102e',
  type_pairing: 'serif',
  layout: 'journal',
  look: 'journal',
  show_single_author: true,
  close_comments_days: 0,
  reaction_names: false,
  webmention: false,
  fediverse: 'off',
  fediverse_name: 'blog',
  fediverse_alias: '',
  fediverse_moved_to: '',
  social_replies: false,
  websub_hub: '',
};

const freshAnnouncement: Announcement = { id: 1, title: '', message: '', active: false };

export function toSite(stored = '{}'): Site {
  const chosen: Partial<Site> = JSON.parse(stored);
  return { ...freshSite, ...(chosen.language && defaultsIn(chosen.language)), ...chosen };
}
export const toAnnouncement = (stored = '{}'): Announcement => ({
  ...freshAnnouncement,
  ...JSON.parse(stored),
});

type Reader = Pick<Blog, 'db' | 'reads'>;

export const readSite = async (blog: Reader): Promise<Site> =>
  rememberSite(blog, toSite(await readShown(blog, (db) => readSetting(db, 'site'))));

const lastRead = new WeakMap<Db, Site>();
/** Not `blog.db`, whose use would make the response depend on everything. */
const handleOf = (blog: Reader): Db => blog.reads?.db ?? blog.db;

/** Every reading of the settings comes through here, so that error messages need no query. */
function rememberSite(blog: Reader, site: Site): Site {
  lastRead.set(handleOf(blog), site);
  return site;
}

/** The language of the site when its settings were last read in this process. */
export const lastKnownLanguage = (blog: Reader): string => lastKnownSite(blog).language;

/** The settings when they were last read in this process. */
export const lastKnownSite = (blog: Reader): Site => lastRead.get(handleOf(blog)) ?? freshSite;

export async function readPublicSite(blog: Blog): Promise<PublicSite> {
  const [site, ...parts] = await readShown(blog, (db) => readSettings(db, 'site', ...partSettings(blog)));
  return toPublicSite(blog, site, parts);
}

const settingsParts = ({ features }: Blog) => features.flatMap(({ settings }) => settings ?? []);

/** The names of the settings that features have parts of the public settings in. */
export const partSettings = (blog: Blog): string[] => settingsParts(blog).map(({ setting }) => setting);

/** Of the stored settings of the site, and of those that `partSettings` names. */
export async function toPublicSite(
  blog: Blog,
  stored: string | undefined,
  storedParts: readonly (string | undefined)[],
): Promise<PublicSite> {
  const site: PublicSite = {
    ...rememberSite(blog, toSite(stored)),
    site_url: blog.siteUrl(),
    images: await readSiteImages(blog),
  };
  const parts = settingsParts(blog).map(({ field, present }, index) => [
    field,
    present(blog, storedParts[index]),
  ]);
  return Object.assign(site, Object.fromEntries(parts.filter(([, part]) => part !== undefined)));
}

/** Reads settings that public pages show. */
export const readShown = <Result>(blog: Reader, query: (db: Db) => Promise<Result>) =>
  read(blog, query, () => [siteTag]);

export async function changeSite(blog: Blog, change: Change<Site>): Promise<Site> {
  const afterwards: (() => void)[] = [];
  const follow = async (tx: Db, site: Site) => {
    await announceToOthers(tx, site);
    for (const { on } of blog.features) {
      const next = await on?.settingsChanged?.(blog, tx, change);
      if (next) afterwards.push(next);
    }
  };
  const what = message('Changed the site settings');
  const site = await changeSetting(blog, 'site', readSite, sanitized(change), what, follow);
  for (const next of afterwards) next();
  return site;
}

/** Only then are changes of posts written down for other servers. */
const announceToOthers = (tx: Db, site: Site): Promise<void> =>
  setAnnouncing(
    tx,
    site.webmention || site.fediverse !== 'off' || site.social_replies || site.websub_hub !== '',
  );

/** Changes settings within a transaction of something else. The caller invalidates what depends on the site. */
export async function writeSite(tx: Db, change: Change<Site>): Promise<void> {
  await announceToOthers(tx, await writeChange(tx, 'site', readSite, sanitized(change)));
}

function sanitized(change: Change<Site>): Change<Site> {
  if (change.footer_text === undefined) return change;
  const footer_text = sanitizeShortText(change.footer_text);
  if (codePoints(footer_text) > maxFooterTextLength)
    throw new Problem('invalid', textTooLong(maxFooterTextLength));
  return { ...change, footer_text };
}

const readAnnouncement = async (blog: Reader): Promise<Announcement> =>
  toAnnouncement(await readShown(blog, (db) => readSetting(db, 'announcement')));

/** Visitors get nothing of an inactive announcement. */
export const publicPart = (announcement: Announcement): Announcement =>
  announcement.active ? announcement : freshAnnouncement;

export async function announcementFor(blog: Blog, viewer: Viewer): Promise<Announcement> {
  const announcement = await readAnnouncement(blog);
  return viewer.admin ? announcement : publicPart(announcement);
}

export const changeAnnouncement = (
  blog: Blog,
  change: Change<Omit<Announcement, 'id'>>,
): Promise<Announcement> =>
  changeSetting<Announcement>(
    blog,
    'announcement',
    readAnnouncement,
    change,
    message('Changed the announcement'),
  );

export type Change<Value> = { [Key in keyof Value]?: Value[Key] | undefined };

/** With an entry in the activity log. */
export async function changeSetting<Value extends object>(
  blog: Blog,
  name: string,
  current: (blog: Reader) => Promise<Value>,
  change: Change<Value>,
  what: Message,
  follow?: (tx: Db, changed: Value) => Promise<void>,
): Promise<Value> {
  const saved = await inTransaction(blog.db, async (tx) => {
    const changed = await writeChange(tx, name, current, change);
    await follow?.(tx, changed);
    await recordActivity(blog, tx, 'site', what);
    return changed;
  });
  blog.changed({ touches: [siteTag] });
  return saved;
}

/** Fields that are not sent stay as they are, also those of concurrent changes. */
export async function writeChange<Value extends object>(
  tx: Db,
  name: string,
  current: (blog: Reader) => Promise<Value>,
  change: Change<Value>,
): Promise<Value> {
  await lockName(tx, name);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  // Only what was chosen is stored: defaults may follow from other settings.
  const stored = JSON.parse((await readSetting(tx, name)) ?? '{}');
  await writeSetting(tx, name, JSON.stringify({ ...stored, ...given }));
  return current({ db: tx });
}

const recentSize = 12;

export async function overview(blog: Blog): Promise<Overview> {
  const { db } = blog;
  const recent = await recentEvents(db, recentSize);
  const parts: [string, unknown][] = [];
  for (const { overview } of blog.features)
    if (overview) parts.push([overview.field, await overview.read(blog)]);
  return {
    posts: {
      active: await countListed(db, ['all']),
      inactive: await countListed(db, ['inactive']),
    },
    pages: {
      active: await countListed(db, ['page']),
      inactive: await countListed(db, ['inactive-page']),
    },
    comments: {
      approved: await countComments(db, { approved: true }),
      waiting: await countComments(db, { approved: false }),
    },
    votes: await countVotes(db),
    images: await countImages(db),
    database_bytes: await databaseBytes(db),
    categories: await countAll(db, 'categories'),
    tags: await countAll(db, 'tags'),
    recent: recent.sort((a, b) => (a.date < b.date ? 1 : -1)).slice(0, recentSize),
    version: blog.version,
    untrusted_forwarding: await untrustedForwarding(blog),
    failing: await failingWork(blog),
    ...Object.fromEntries(parts),
  };
}
