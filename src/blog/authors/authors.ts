import type { Author, AuthorPhoto } from '../../contract/profiles.ts';
import { allProfiles, type StoredProfile } from '../../store/profiles.ts';
import type { Blog } from '../blog.ts';
import { authorsTag, read } from '../reads.ts';
import { readSite } from '../site/site.ts';

/** The authors whom readers see: profiles with a display name. */
export type Authors = {
  all: readonly Author[];
  find(id: number | null): Author | null;
  /** The name of the author under a title; null where the site shows none. */
  byline(id: number | null): string | null;
};

/**
 * Whether a byline is shown depends on how many authors there are, so everything that shows an author depends on all
 * profiles. They are few, and change rarely.
 */
export async function readAuthors(blog: Pick<Blog, 'db' | 'reads' | 'files'>): Promise<Authors> {
  const profiles = await readProfiles(blog);
  const { show_single_author } = await readSite(blog);
  const all = profiles
    .filter(({ display_name }) => display_name !== '')
    .map((profile) => presentAuthor(profile, profile.photo));
  const hasBylines = all.length > 1 || show_single_author;
  const find = (id: number | null) => all.find((author) => author.id === id) ?? null;
  return { all, find, byline: (id) => (hasBylines && find(id)?.display_name) || null };
}

export async function readProfiles(
  blog: Pick<Blog, 'db' | 'reads' | 'files'>,
): Promise<(StoredProfile & { photo: AuthorPhoto | null })[]> {
  const profiles = await read(blog, allProfiles, () => [authorsTag]);
  return profiles.map((profile) => ({ ...profile, photo: null }));
}

export const presentAuthor = (profile: StoredProfile, photo: AuthorPhoto | null): Author => ({
  id: profile.user_id,
  display_name: profile.display_name,
  bio: profile.bio,
  links: profile.links.map(({ label, url }) => ({ label, url })),
  photo,
});
