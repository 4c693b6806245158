import type { Blog } from '../../platform/blog.ts';
import { filesLeftInPlace, filesOfOtherSite, filesUnknown } from '../../platform/messages/operator.ts';
import { unusedHashes } from './store/images.ts';

/** Whether the image files belong to this site, to another one, or are not claimed yet. */
export type Ownership = 'ours' | 'foreign' | 'unclaimed';

type Unused = { hash: string; names: string[] };
export type Survey = { files: number; unused: Unused[]; unusedFiles: number };

/** More unknown files than crashes leave mean that the database and the files do not belong together. */
const maxUnused = 20;
const maxUnusedShare = 0.1;

export const isPlausible = ({ files, unusedFiles }: Survey): boolean =>
  unusedFiles <= maxUnused && unusedFiles <= files * maxUnusedShare;

/**
 * Claims unclaimed files for this site when there are none yet, or when its database knows nearly all of them, as for a site
 * from before files had an owner.
 */
export async function claimFiles(blog: Blog): Promise<Ownership> {
  let owner = await blog.files.owner();
  if (owner === null) {
    const survey = await surveyFiles(blog, Number.POSITIVE_INFINITY);
    if (isPlausible(survey)) owner = await blog.files.claim(blog.siteId);
  }
  if (owner === null) return 'unclaimed';
  return owner === blog.siteId ? 'ours' : 'foreign';
}

/** Like `claimFiles`, but warns the operator if the files do not belong to this site. */
export async function checkFiles(blog: Blog): Promise<Ownership> {
  const ownership = await claimFiles(blog);
  if (ownership !== 'ours')
    blog.report(ownership === 'foreign' ? filesOfOtherSite : filesUnknown, { site: blog.siteId });
  return ownership;
}

/** Uploads of the same bytes share their files, so writing, moving and removing them takes this lock. */
export const fileLock = (hash: string): string => `files:${hash}`;

/** File names are derived from the content, so in a shared store an equal file may belong to another site. */
export async function mayRemove(blog: Blog): Promise<boolean> {
  const ownership = await claimFiles(blog);
  if (ownership === 'ours') return true;
  blog.report(filesLeftInPlace, { ownership });
  return false;
}

const hashInName = /^[0-9a-f]{2}\/([0-9a-f]{64})-/;
const queryBatchSize = 500;

/** Finds files that no image uses. Files modified after `before` may belong to an upload in progress and count as used. */
export async function surveyFiles(blog: Blog, before: number): Promise<Survey> {
  const survey: Survey = { files: 0, unused: [], unusedFiles: 0 };
  let batch = new Map<string, string[]>();
  const ask = async () => {
    for (const hash of await unusedHashes(blog.db, [...batch.keys()])) {
      const names = batch.get(hash) ?? [];
      survey.unused.push({ hash, names });
      survey.unusedFiles += names.length;
    }
    batch = new Map();
  };
  for await (const { name, modified } of blog.files.list()) {
    const hash = hashInName.exec(name)?.[1];
    if (!hash) continue;
    survey.files++;
    if (modified.getTime() > before) continue;
    // Names are sorted, so the variants of one image are adjacent.
    if (batch.size >= queryBatchSize && !batch.has(hash)) await ask();
    batch.set(hash, [...(batch.get(hash) ?? []), name]);
  }
  await ask();
  return survey;
}
