import { sanitizeShortText, shortTextLength } from '../../../content/document/short-text.ts';
import type { Blog } from '../../../platform/blog.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { maxBioLength } from '../../../platform/http/api/limits.ts';
import { authorsTag } from '../../../platform/http/cache/reads.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { isAdminLanguage } from '../../../platform/messages/languages.ts';
import { textTooLong } from '../../../platform/messages/owner.ts';
import { message } from '../../../platform/messages/translate.ts';
import { clearImage, receiveImage, setImage, type Upload } from '../../images/site-images.ts';
import { recordActivity, titled } from '../../site/activity.ts';
import type { ChangedPhoto, Profile, ProfileChange } from '../api/profiles.ts';
import * as messages from '../messages.ts';
import { normalizedName } from '../names.ts';
import * as store from '../store/profiles.ts';
import { presentAuthor, readProfiles } from './authors.ts';

const noSuchProfile = () => new Problem('not_found', messages.noSuchUser);

/** Of all administrators, and of former ones whose posts or comments keep their name. */
export async function listProfiles(blog: Blog, viewer: Viewer): Promise<Profile[]> {
  const { profiles } = await readProfiles(blog);
  return profiles.map((profile) => ({
    ...presentAuthor(blog, profile),
    username: profile.username,
    you: viewer.admin && viewer.userId === profile.user_id,
    version: profile.version,
    language: isAdminLanguage(profile.language) ? profile.language : '',
  }));
}

export async function profileOf(blog: Blog, viewer: Viewer, userId: number): Promise<Profile> {
  const profile = (await listProfiles(blog, viewer)).find(({ id }) => id === userId);
  if (!profile) throw noSuchProfile();
  return profile;
}

export const ownId = (viewer: Viewer): number => {
  if (!viewer.admin) throw noSuchProfile();
  return viewer.userId;
};

/** Fields that are not sent stay as they are. */
export async function changeProfile(
  blog: Blog,
  viewer: Viewer,
  userId: number,
  { version, ...given }: ProfileChange,
): Promise<Profile> {
  const change = normalized(given);
  const { username } = await profileOf(blog, viewer, userId);
  await inTransaction(blog.db, async (tx) => {
    const before = await store.lockProfile(tx, userId);
    if (!before) throw noSuchProfile();
    if (version !== undefined && version !== before.version)
      throw new Problem('conflict', messages.profileChangedElsewhere);
    await store.updateProfile(tx, userId, change);
    const name = (change.display_name ?? before.display_name) || (username ?? '');
    await recordActivity(
      blog,
      tx,
      'site',
      message('Changed the author profile "{name}"', { name: titled(name) }),
    );
  });
  blog.changed({ touches: [authorsTag] });
  return profileOf(blog, viewer, userId);
}

/** Crops the image to a square. The notes tell the owner how it was adapted. */
export async function uploadPhoto(
  blog: Blog,
  viewer: Viewer,
  userId: number,
  upload: Upload,
): Promise<ChangedPhoto> {
  const { username, display_name } = await profileOf(blog, viewer, userId);
  const what = message('Changed the photo of "{name}"', { name: titled(display_name || (username ?? '')) });
  const notes = await receiveImage(blog, upload, (file) =>
    setImage(blog, store.photoName(userId), 'photo', file, what),
  );
  // The administrator may have been removed during the upload.
  const profile = (await listProfiles(blog, viewer)).find(({ id }) => id === userId);
  if (!profile) await clearImage(blog, store.photoName(userId), what);
  if (!profile) throw noSuchProfile();
  return { profile, notes };
}

export async function removePhoto(blog: Blog, viewer: Viewer, userId: number): Promise<ChangedPhoto> {
  const { username, display_name } = await profileOf(blog, viewer, userId);
  const what = message('Removed the photo of "{name}"', { name: titled(display_name || (username ?? '')) });
  await clearImage(blog, store.photoName(userId), what);
  return { profile: await profileOf(blog, viewer, userId), notes: [] };
}

function normalized({ display_name, bio, links, language }: Omit<ProfileChange, 'version'>) {
  const html = bio === undefined ? undefined : sanitizeShortText(bio);
  if (html !== undefined && shortTextLength(html) > maxBioLength)
    throw new Problem('invalid', textTooLong(maxBioLength));
  return {
    ...(display_name !== undefined && { display_name: normalizedName(display_name) }),
    ...(html !== undefined && { bio: html }),
    ...(language !== undefined && { language }),
    ...(links && {
      links: links.map(({ label, url }) => ({ label: normalizedName(label) || labelOf(url), url })),
    }),
  };
}

const labelOf = (url: string): string =>
  url.replace(/^(?:https?:\/\/(?:www\.)?|mailto:)/i, '').replace(/\/$/, '');
