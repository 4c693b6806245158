import type { Blog } from '../../platform/blog.ts';
import { readSettings, writeSetting } from '../../platform/db/settings.ts';
import { inTransaction, lockName } from '../../platform/db/transaction.ts';
import { type CacheTag, linkTag, listTag, read, siteTag } from '../../platform/http/cache/reads.ts';
import { Problem } from '../../platform/http/problem.ts';
import { urls } from '../../platform/http/urls.ts';
import { menuChangedMeanwhile } from '../../platform/messages/owner.ts';
import { message } from '../../platform/messages/translate.ts';
import { recordActivity } from './activity.ts';
import {
  type Menu,
  type MenuChange,
  type MenuChild,
  type MenuEntry,
  type MenuItem,
  type MenuTarget,
  menuPlaces,
  type PublicMenu,
  type StoredEntry,
  type StoredLink,
  type StoredMenu,
} from './api/menu.ts';
import { segments, segmentTitles } from './category-paths.ts';
import { toSite, writeSite } from './site.ts';
import { type MenuTargets, menuTargets, type TargetRow } from './store/menu.ts';

const place = (name: keyof typeof menuPlaces): StoredEntry => ({
  label: '',
  target: { kind: 'place', place: name },
  children: [],
});

const freshMenu: StoredMenu = {
  version: 0,
  header: [place('archive'), place('topics')],
  footer: [place('feed'), place('there')],
};

export const toMenu = (stored: string | undefined): StoredMenu =>
  stored === undefined ? freshMenu : (JSON.parse(stored) as StoredMenu);

/** What readers see of a menu: entries whose target is public, and groups that have one below them. */
export async function publicMenu(blog: Pick<Blog, 'db' | 'reads'>, stored: StoredMenu): Promise<PublicMenu> {
  const found = await targetsOf(blog, stored);
  const item = (link: StoredLink): MenuItem[] => {
    const { title, url, state } = describe(link.target, found);
    if (state !== 'public') return [];
    const label = link.label.trim() || title;
    const own = link.target.kind === 'place' ? { place: link.target.place } : {};
    return [{ label, ...own, url, children: [] }];
  };
  const entry = ({ label, target, children }: StoredEntry): MenuItem[] => {
    const below = children.flatMap(item);
    const [own] = target ? item({ label, target }) : [];
    if (own) return [{ ...own, children: below }];
    // A group whose own target is not public still leads to the links below it, if it has a name of its own.
    return below.length > 0 && label.trim() !== ''
      ? [{ label: label.trim(), url: null, children: below }]
      : [];
  };
  return { header: stored.header.flatMap(entry), footer: stored.footer.flatMap(entry) };
}

/** The menu with what each entry leads to at present, for the owner. */
export async function menuForOwner(blog: Blog): Promise<Menu> {
  const [menu, site] = await readSettings(blog.db, 'menu', 'site', '');
  const stored = toMenu(menu);
  const found = await targetsOf(blog, stored);
  const child = (link: StoredLink): MenuChild => ({ ...link, ...describe(link.target, found) });
  const entry = ({ target, label, children }: StoredEntry): MenuEntry => ({
    label,
    target,
    ...(target ? describe(target, found) : { title: '', url: null, state: 'public' as const }),
    children: children.map(child),
  });
  return {
    version: stored.version,
    header: stored.header.map(entry),
    footer: stored.footer.map(entry),
    footer_text: toSite(site).footer_text,
  };
}

export async function changeMenu(blog: Blog, change: MenuChange): Promise<Menu> {
  const { version, header, footer, footer_text } = change;
  await inTransaction(blog.db, async (tx) => {
    await lockName(tx, 'menu');
    const [menu] = await readSettings(tx, 'menu', '', '');
    if (toMenu(menu).version !== version) throw new Problem('conflict', menuChangedMeanwhile);
    const changed: StoredMenu = { version: version + 1, header, footer };
    await writeSetting(tx, 'menu', JSON.stringify(changed));
    if (footer_text !== undefined) await writeSite(tx, { footer_text });
    await recordActivity(blog, tx, 'site', message('Changed the menu'));
  });
  blog.changed({ touches: [siteTag] });
  return menuForOwner(blog);
}

type Found = ReadonlyMap<string, TargetRow>;

const keyOf = (kind: string, name: number | string): string => `${kind} ${name}`;

async function targetsOf(blog: Pick<Blog, 'db' | 'reads'>, stored: StoredMenu): Promise<Found> {
  const targets = [...stored.header, ...stored.footer].flatMap(({ target, children }) => [
    ...(target ? [target] : []),
    ...children.map((child) => child.target),
  ]);
  const wanted: MenuTargets = {
    posts: idsOf(targets, 'page', 'post'),
    categories: idsOf(targets, 'category'),
    tags: [...new Set(targets.flatMap((target) => (target.kind === 'tag' ? [target.name] : [])))],
  };
  if (wanted.posts.length + wanted.categories.length + wanted.tags.length === 0) return new Map();
  const rows = await read(
    blog,
    (db) => menuTargets(db, wanted),
    (rows) => [siteTag, ...dependencies(wanted, rows)],
  );
  return new Map(rows.map((row) => [keyOf(row.kind, row.kind === 'tag' ? row.name : row.id), row]));
}

const idsOf = (targets: readonly MenuTarget[], ...kinds: MenuTarget['kind'][]): number[] => [
  ...new Set(targets.flatMap((target) => ('id' in target && kinds.includes(target.kind) ? [target.id] : []))),
];

/** Every page shows the menu, so it must not depend on the votes and comments of a post that it links to. */
const dependencies = ({ posts, tags }: MenuTargets, rows: readonly TargetRow[]): CacheTag[] => [
  ...posts.map(linkTag),
  ...tags.map((name) => listTag({ kind: 'tag', name })),
  ...rows.flatMap(({ kind, name }) =>
    kind === 'category' ? [listTag({ kind, name: segments(name).at(-1) ?? '' })] : [],
  ),
];

type Described = Pick<MenuChild, 'title' | 'url' | 'state'>;

function describe(target: MenuTarget, found: Found): Described {
  if (target.kind === 'url')
    return { title: target.url.replace(/^(?:https?:\/\/|mailto:)/i, ''), url: target.url, state: 'public' };
  if (target.kind === 'place') return { title: '', url: menuPlaces[target.place], state: 'public' };
  const row =
    target.kind === 'tag'
      ? found.get(keyOf('tag', target.name))
      : found.get(keyOf(target.kind === 'category' ? 'category' : 'post', target.id));
  if (!row) return { title: target.kind === 'tag' ? target.name : '', url: null, state: 'deleted' };
  return { ...titleAndUrl(row), state: row.shown === 1 ? 'public' : 'not public' };
}

function titleAndUrl({ kind, name, web_title, title }: TargetRow): { title: string; url: string } {
  if (kind === 'post') return { title: name.trim(), url: urls.post(web_title) };
  if (kind === 'tag') return { title, url: urls.tag(name) };
  const segment = segments(name).at(-1) ?? '';
  return { title: segmentTitles(name, title).at(-1) ?? '', url: urls.category(segment) };
}
