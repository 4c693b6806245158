import { sanitizeShortText, shortTextLength } from '../../content/document/short-text.ts';
import { linkUrl } from '../../content/document/url.ts';
import { normalizedName } from '../../core/accounts/names.ts';
import { allProfiles, insertProfile, updateProfile } from '../../core/accounts/store/profiles.ts';
import type { StoredTag } from '../../core/posts/terms/store/tags.ts';
import type { Site } from '../../core/site/api/site.ts';
import { freshSite, readSite, writeSite } from '../../core/site/site.ts';
import { importCategory, importTag } from '../../core/taxonomy/imported-terms.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { deleteSetting, readSetting, writeSetting } from '../../platform/db/settings.ts';
import { maxBioLength, maxDisplayNameLength, maxProfileLinks } from '../../platform/http/api/limits.ts';
import { cleanText } from '../../platform/http/api/plain-text.ts';
import { canonicalLanguage, isTimeZone } from '../../platform/web/languages.ts';
import type { AuthorItem, CategoryItem, SiteItem, TagItem, Term } from './items.ts';
import * as messages from './messages/imports.ts';
import type { Batch, Written } from './run.ts';
import { recordCreated, updateImport } from './store/imports.ts';

/** A tag, which is created if needed. */
async function tagOf({ tx, run }: Batch, term: Term, language: string): Promise<StoredTag | null> {
  const style = { form: run.site.web_titles, language: language || run.site.language };
  const tag = await importTag(tx, term, style);
  if (!tag) return null;
  if (tag.isNew) await recordCreated(tx.db, run.id, 'tag', tag.id);
  return tag;
}

/** The ids of tags, each once. */
export async function tagIdsOf(batch: Batch, terms: readonly Term[], language: string): Promise<number[]> {
  const known = batch.run.terms;
  const ids = new Set<number>();
  for (const term of terms) {
    const id = known.get('tag', term.name) ?? (await tagOf(batch, term, language))?.id;
    if (id === undefined) continue;
    known.set('tag', term.name, id);
    ids.add(id);
  }
  return [...ids];
}

/** The id of a category, which is created if needed. */
export async function categoryOf({ tx, run }: Batch, path: readonly Term[]): Promise<number | null> {
  const name = JSON.stringify(path.map((term) => term.name));
  const known = run.terms.get('category', name);
  if (known) return known;
  const category = await importCategory(tx, path, run.site.language);
  if (!category) return null;
  if (category.isNew) await recordCreated(tx.db, run.id, 'category', category.id);
  run.terms.set('category', name, category.id);
  return category.id;
}

export async function writeTag(batch: Batch, item: TagItem, position: number): Promise<Written> {
  const tag = await tagOf(batch, item.tag, '');
  if (!tag) return { leftOut: messages.nameMissing };
  for (const from of item.addresses ?? [])
    batch.redirects.push({ from, to: { tag: tag.tag_name }, position });
  return { created: { other: tag.id }, remarks: [] };
}

export async function writeCategory(batch: Batch, item: CategoryItem, position: number): Promise<Written> {
  const id = await categoryOf(batch, item.path);
  if (id === null) return { leftOut: messages.nameMissing };
  for (const from of item.addresses ?? []) batch.redirects.push({ from, to: { category: id }, position });
  return { created: { other: id }, remarks: [] };
}

/** An author is the profile with the same name, or a new one, which no administrator has. */
export async function writeAuthor(batch: Batch, item: AuthorItem, position: number): Promise<Written> {
  const { tx, run } = batch;
  const name = [...normalizedName(cleanText(item.name))].slice(0, maxDisplayNameLength).join('').trim();
  if (!name) return { leftOut: messages.nameMissing };
  // Pages of authors do not exist here.
  for (const from of item.addresses ?? []) batch.redirects.push({ from, to: null, position });
  const { profiles } = await allProfiles(tx.db);
  const isMe = run.choices.me === item.name && run.userId !== null;
  if (isMe && profiles.every(({ user_id }) => user_id !== run.userId))
    await insertProfile(tx.db, run.userId ?? 0);
  if (isMe) return { created: { other: run.userId ?? 0 }, remarks: [] };
  const known = profiles.find(({ display_name }) => display_name.toLowerCase() === name.toLowerCase());
  if (known) return { created: { other: known.user_id }, remarks: [] };
  const remarks: string[] = [];
  const dialect = dialectOf(tx.db);
  const [id = 0] = await dialect.takeIds(tx.db, 'users', 'id', 1);
  // The profile takes an id that no administrator can get later.
  if (dialect.kind === 'sqlite') await dialect.setNextId(tx.db, 'users', 'id', id + 1);
  await insertProfile(tx.db, id);
  const bio = sanitizeShortText(item.bio ?? '');
  const isBioTooLong = shortTextLength(bio) > maxBioLength;
  if (isBioTooLong) remarks.push(messages.bioTruncated);
  const links = (item.links ?? [])
    .flatMap(({ label, url }) => {
      const checked = linkUrl(url);
      return checked ? [{ label: cleanText(label).slice(0, 50) || checked.slice(0, 50), url: checked }] : [];
    })
    .slice(0, maxProfileLinks);
  await updateProfile(tx.db, id, { display_name: name, bio: isBioTooLong ? '' : bio, links });
  await recordCreated(tx.db, run.id, 'profile', id);
  return { created: { other: id }, remarks };
}

/** The names that comments of visitors must not look like. */
export async function authorNames({ tx }: Batch): Promise<string[]> {
  const { profiles } = await allProfiles(tx.db);
  return profiles.map(({ display_name }) => display_name).filter(Boolean);
}

type Replaced = { rawBefore: string | null; rawAfter: string; before: Partial<Site>; after: Partial<Site> };

/** A site that still has the name of a new one takes name, tagline, language and time zone over. */
export async function writeSiteItem(
  { tx, run, redirects }: Batch,
  item: SiteItem,
  position: number,
): Promise<Written> {
  for (const from of item.addresses ?? [])
    redirects.push({ from, to: { path: /feed|rss|atom/i.test(from) ? '/feed.xml' : '/' }, position });
  const site = await readSite({ db: tx.db });
  if (site.site_name !== freshSite.site_name) return { created: {}, remarks: [messages.siteKeepsName] };
  const language = canonicalLanguage((item.language ?? '').replaceAll('_', '-'));
  const after: Partial<Site> = {};
  const title = cleanText(item.title).trim().slice(0, 100);
  if (title) after.site_name = title;
  if (item.tagline && site.tagline === '') after.tagline = cleanText(item.tagline).trim().slice(0, 200);
  if (language && site.language === freshSite.language) after.language = language;
  if (item.timeZone && isTimeZone(item.timeZone) && site.time_zone === freshSite.time_zone)
    after.time_zone = item.timeZone;
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, site[name as keyof Site]]));
  const rawBefore = (await readSetting(tx.db, 'site')) ?? null;
  await writeSite(tx.db, after);
  const replaced: Replaced = { rawBefore, rawAfter: (await readSetting(tx.db, 'site')) ?? '', before, after };
  await updateImport(tx.db, run.id, { site_before: JSON.stringify(replaced) });
  run.site = await readSite({ db: tx.db });
  return { created: {}, remarks: [] };
}

/** Settings that the owner has changed since the import stay. */
export async function restoreSite(db: Batch['tx']['db'], stored: string): Promise<void> {
  const { rawBefore, rawAfter, before, after }: Replaced = JSON.parse(stored);
  if ((await readSetting(db, 'site')) === rawAfter) {
    if (rawBefore === null) await deleteSetting(db, 'site');
    else await writeSetting(db, 'site', rawBefore);
    return;
  }
  const now = await readSite({ db });
  const unchanged = Object.entries(before).filter(
    ([name]) => now[name as keyof Site] === after[name as keyof Site],
  );
  await writeSite(db, Object.fromEntries(unchanged));
}
