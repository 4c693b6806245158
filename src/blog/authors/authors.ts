import type { Author, AuthorPhoto } from '../../contract/profiles.ts';
import { allProfiles, type StoredProfile } from '../../store/profiles.ts';
import type { StoredSiteImage } from '../../store/site-images.ts';
import type { Blog } from '../blog.ts';
import { authorsTag, read } from '../reads.ts';
import { readSite } from '../site/site.ts';
import { readImages } from '../site/site-images.ts';

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

export async function onlyAuthor(blog: Pick<Blog, 'db' | 'reads' | 'files'>): Promise<Author | null> {
  const { all } = await readAuthors(blog);
  return all.length === 1 ? (all[0] ?? null) : null;
}

export async function readProfiles(
  blog: Pick<Blog, 'db' | 'reads' | 'files'>,
): Promise<(StoredProfile & { photo: AuthorPhoto | null })[]> {
  const profiles = await read(blog, allProfiles, () => [authorsTag]);
  const images = await readImages(blog);
  return profiles.map((profile) => ({
    ...profile,
    photo: presentPhoto(blog, images.get(photoName(profile.user_id))),
  }));
}

/** The name of the photo among the images that belong to no post. */
export const photoName = (userId: number): string => `photo:${userId}`;

function presentPhoto(
  { files }: Pick<Blog, 'files'>,
  image: StoredSiteImage | undefined,
): AuthorPhoto | null {
  const largest = image?.variants.at(-1);
  if (!image || !largest) return null;
  return {
    file_path: files.url(largest.name),
    srcset: image.variants.map(({ name, width }) => `${files.url(name)} ${width}w`).join(', '),
    size: largest.width,
  };
}

export const presentAuthor = (profile: StoredProfile, photo: AuthorPhoto | null): Author => ({
  id: profile.user_id,
  display_name: profile.display_name,
  bio: profile.bio,
  links: profile.links.map(({ label, url }) => ({ label, url })),
  photo,
});
