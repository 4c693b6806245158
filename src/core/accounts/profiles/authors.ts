import type { Blog } from '../../../platform/blog.ts';
import { authorsTag, read, readShared, siteTag } from '../../../platform/http/cache/reads.ts';
import type { Site } from '../../site/api/site.ts';
import { toSite } from '../../site/site.ts';
import type { Author, AuthorPhoto } from '../api/profiles.ts';
import { allProfiles, type StoredProfile } from '../store/profiles.ts';

/** The authors whom readers see: profiles with a display name. */
export type Authors = {
  all: readonly Author[];
  find(id: number | null): Author | null;
  /** The name of the author under a title; null where the site shows none. */
  byline(id: number | null): string | null;
  /** The settings of the site, which are read together with the profiles. */
  site: Site;
};

/**
 * Whether a byline is shown depends on how many authors there are, so everything that shows an author depends on all
 * profiles. They are few, and change rarely.
 */
export const readAuthors = (blog: Reader): Promise<Authors> => readShared(blog, 'authors', currentAuthors);

type Reader = Pick<Blog, 'db' | 'reads' | 'files' | 'shared'>;

async function currentAuthors(blog: Reader): Promise<Authors> {
  const { profiles, site: stored } = await readProfiles(blog);
  const site = toSite(stored);
  const all = profiles
    .filter(({ display_name }) => display_name !== '')
    .map((profile) => presentAuthor(blog, profile));
  const hasBylines = all.length > 1 || site.show_single_author;
  const find = (id: number | null) => all.find((author) => author.id === id) ?? null;
  return { all, find, byline: (id) => (hasBylines && find(id)?.display_name) || null, site };
}

export async function onlyAuthor(blog: Reader): Promise<Author | null> {
  const { all } = await readAuthors(blog);
  return all.length === 1 ? (all[0] ?? null) : null;
}

export const readProfiles = (blog: Pick<Blog, 'db' | 'reads'>) =>
  read(blog, allProfiles, () => [authorsTag, siteTag]);

function presentPhoto({ files }: Pick<Blog, 'files'>, photo: StoredProfile['photo']): AuthorPhoto | null {
  const largest = photo?.at(-1);
  if (!photo || !largest) return null;
  return {
    file_path: files.url(largest.name),
    srcset: photo.map(({ name, width }) => `${files.url(name)} ${width}w`).join(', '),
    size: largest.width,
  };
}

export const presentAuthor = (blog: Pick<Blog, 'files'>, profile: StoredProfile): Author => ({
  id: profile.user_id,
  display_name: profile.display_name,
  bio: profile.bio,
  links: profile.links.map(({ label, url }) => ({ label, url })),
  photo: presentPhoto(blog, profile.photo),
});
