import { unusedHashes } from '../../store/images.ts';
import type { Blog } from '../blog.ts';

/** Whose the image files are: of this site, of another one, or not claimed yet. */
export type Ownership = 'ours' | 'foreign' | 'unclaimed';

export type Unused = { hash: string; names: string[] };
export type Survey = { files: number; unused: Unused[]; unusedFiles: number };

/** More unknown files than this are no leftovers of crashes: the database and the files do not belong together. */
const mostUnused = 20;
const largestShare = 0.1;

export const isPlausible = ({ files, unusedFiles }: Survey): boolean =>
  unusedFiles <= mostUnused && unusedFiles <= files * largestShare;

/**
 * Whose the files are. Files that no site has claimed become this site's if there are none yet, or if its database knows
 * nearly all of them: so does a site that was made before files had an owner.
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

/** As `claimFiles`, and tells the operator if the files are not this site's. */
export async function checkFiles(blog: Blog): Promise<Ownership> {
  const ownership = await claimFiles(blog);
  if (ownership !== 'ours') blog.report(`${reasons[ownership]} ${advice}`, { site: blog.siteId });
  return ownership;
}

const reasons = {
  foreign: 'The image files belong to another site, so this one never removes any of them.',
  unclaimed: 'The database does not know most of the image files, so none of them is ever removed.',
};
const advice =
  'Give each site its own DATA_DIR and bucket; "npm run images -- claim" is for files that are this site’s after all.';

const hashInName = /^[0-9a-f]{2}\/([0-9a-f]{64})-/;
const askedAtOnce = 500;

/** Which files no image uses. Files younger than `before` may belong to an upload that is under way, and count as used. */
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
    // Names are listed in order, so the sizes of one image come together.
    if (batch.size >= askedAtOnce && !batch.has(hash)) await ask();
    batch.set(hash, [...(batch.get(hash) ?? []), name]);
  }
  await ask();
  return survey;
}
