import { parseArgs } from 'node:util';
import { environment, readConfig } from '../../../config.ts';
import type { Blog } from '../../../platform/blog.ts';
import { createLog } from '../../../platform/log/log.ts';
import { commandLine } from '../../../platform/messages/command-line.ts';
import * as messages from '../../../platform/messages/operator.ts';
import { progressBar } from '../../../platform/process/progress.ts';
import { type Command, type Host, printUsage } from '../../../platform/process/run-command.ts';
import { claimFiles, surveyFiles } from '../../images/file-ownership.ts';
import { allHashes } from '../../images/store/images.ts';
import { restoreTrash, sweep } from '../../images/sweep.ts';
import { rebuildImage } from './rebuild.ts';

const usage = `Usage: ${commandLine('images', 'rebuild')}
       ${commandLine('images', 'sweep [--dry-run]')}
       ${commandLine('images', 'restore')}
       ${commandLine('images', 'claim [--replace SITE]')}

rebuild creates all sizes of all images again from the largest stored size.
sweep   moves files that no image uses to the trash, however many there are, and deletes those that have been there for
        30 days. With --dry-run it only counts them.
restore moves all files from the trash back.
claim   stores this site's id next to the files, which makes them its own. A site only ever deletes its own files. To take
        over the files of another site, give that site's id with --replace.`;

type Options = { 'dry-run'?: boolean; replace?: string };
const tasks: Record<string, (blog: Blog, options: Options) => Promise<number>> = {
  rebuild: async (blog) => {
    const hashes = await allHashes(blog.db);
    const rebuilt = progressBar('Images', hashes.length);
    for (const hash of hashes) {
      await rebuildImage(blog, hash);
      rebuilt(1);
    }
    console.log(messages.imagesRebuilt(hashes.length));
    return 0;
  },
  sweep: async (blog, { 'dry-run': dryRun = false }) => {
    const { survey, moved } = await sweep(blog, { force: true, dryRun });
    // The reason has been logged.
    if (!survey) return 1;
    console.log(messages.unusedFiles(survey.unusedFiles, survey.files));
    if (moved > 0) console.log(messages.filesTrashed(moved));
    return 0;
  },
  restore: async (blog) => {
    if ((await claimFiles(blog)) !== 'ours') return refuseForeignFiles(blog);
    const { restored, left } = await restoreTrash(blog);
    console.log(messages.filesRestored(restored));
    if (left > 0) console.log(messages.filesLeftInTrash(left));
    return 0;
  },
  claim: async (blog, { replace }) => {
    const owner = await blog.files.owner();
    if (owner !== null && owner !== blog.siteId && owner !== replace) return refuseForeignFiles(blog);
    if (owner !== blog.siteId) await blog.files.claim(blog.siteId, owner);
    console.log(messages.filesClaimed(blog.siteId));
    return 0;
  },
};

async function refuseForeignFiles(blog: Blog): Promise<number> {
  const owner = await blog.files.owner();
  const { files, unusedFiles } = await surveyFiles(blog, Number.POSITIVE_INFINITY);
  console.error(messages.filesNotOwned(blog.siteId, owner, files - unusedFiles, files));
  return 1;
}

async function main(args: string[], { openBlog }: Host): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, replace: { type: 'string' } },
  });
  const [name = '', ...rest] = positionals;
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (!task || rest.length > 0) return printUsage(usage);
  const { blog, database } = await openBlog(readConfig(environment()), createLog('warn'), 'reader');
  await using _ = database;
  return await task(blog, values);
}

export const command: Command = { name: 'images', usage, main };
