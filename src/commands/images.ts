import { parseArgs } from 'node:util';
import type { Blog } from '../blog/blog.ts';
import { claimFiles, surveyFiles } from '../blog/images/file-ownership.ts';
import { rebuildPicture } from '../blog/images/rebuild.ts';
import { restoreTrash, sweep } from '../blog/maintenance/sweep.ts';
import { environment, readConfig } from '../config.ts';
import { explainError } from '../operator/explain-error.ts';
import { createLog } from '../operator/log.ts';
import { openBlog } from '../server/open-blog.ts';
import { allHashes } from '../store/images.ts';
import { progressBar } from './progress.ts';

const usage = `Usage: npm run images -- rebuild
       npm run images -- sweep [--dry-run]
       npm run images -- restore
       npm run images -- claim [--replace SITE]

rebuild makes all sizes of all images anew from the largest that is kept.
sweep moves files that no image uses to the trash, however many there are, and deletes what has been there for 30 days.
      With --dry-run it only counts them.
restore puts everything in the trash back.
claim writes this site's id beside the files, which makes them its own. Only a site's own files are ever removed. Files
      that carry the id of another site are taken over with --replace and that id.`;

type Options = { 'dry-run'?: boolean; replace?: string };
const tasks: Record<string, (blog: Blog, options: Options) => Promise<number>> = {
  rebuild: async (blog) => {
    const hashes = await allHashes(blog.db);
    const rebuilt = progressBar('Images', hashes.length);
    for (const hash of hashes) {
      await rebuildPicture(blog, hash);
      rebuilt(1);
    }
    console.log(`${hashes.length} images were made anew.`);
    return 0;
  },
  sweep: async (blog, { 'dry-run': dryRun = false }) => {
    const { survey, moved } = await sweep(blog, { told: true, dryRun });
    // The reason is in the log above.
    if (!survey) return 1;
    console.log(`${survey.unusedFiles} of ${survey.files} files are used by no image.`);
    if (moved > 0)
      console.log(
        `${moved} were moved to the trash for 30 days; "npm run images -- restore" puts them back.`,
      );
    return 0;
  },
  restore: async (blog) => {
    if ((await claimFiles(blog)) !== 'ours') return notOurs(blog);
    const { restored, left } = await restoreTrash(blog);
    console.log(`${restored} files were put back.`);
    if (left > 0) console.log(`${left} stay in the trash: there are files with their names.`);
    return 0;
  },
  claim: async (blog, { replace }) => {
    const owner = await blog.files.owner();
    if (owner !== null && owner !== blog.siteId && owner !== replace) return notOurs(blog);
    if (owner !== blog.siteId) await blog.files.claim(blog.siteId, owner);
    console.log(`The image files belong to this site (${blog.siteId}).`);
    return 0;
  },
};

async function notOurs(blog: Blog): Promise<number> {
  const owner = await blog.files.owner();
  const { files, unusedFiles } = await surveyFiles(blog, Number.POSITIVE_INFINITY);
  console.error(
    `The image files ${owner === null ? 'have not been claimed by any site' : `belong to the site ${owner}`}; this is the site ${blog.siteId}, whose database knows ${files - unusedFiles} of the ${files} files. If they are this site's, run: npm run images -- claim${owner === null ? '' : ` --replace ${owner}`}`,
  );
  return 1;
}

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, replace: { type: 'string' } },
  });
  const [name = '', ...rest] = positionals;
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (!task || rest.length > 0) {
    console.error(usage);
    return 1;
  }
  const { blog } = await openBlog(readConfig(environment()), createLog('warn'));
  try {
    return await task(blog, values);
  } finally {
    await blog.db.destroy();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(explainError(error));
  process.exitCode = 1;
}
