import { environment, readConfig } from '../../src/config.ts';
import { createImport, listImports } from '../../src/features/import/imports.ts';
import { importJob } from '../../src/features/import/run-import.ts';
import { jobKinds } from '../../src/modules/jobs.ts';
import { visitor } from '../../src/platform/http/viewer.ts';
import { runDueJobs } from '../../src/platform/jobs/run-jobs.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { itemLines } from './item-lines.ts';

/*
 * Runs due jobs like the child process of the server, with a reader for tests. With a file it imports that first. Prints the
 * CPU time and the most memory that it took.
 */
const [file] = process.argv.slice(2);
const { blog } = await openBlog(readConfig(environment()), createLog('warn'));
if (file && (await listImports(blog)).length === 0)
  await createImport(blog, visitor, { path: file, name: 'blog.jsonl' }, false);
console.log('running');
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());
const before = process.cpuUsage();
await runDueJobs(blog, stop.signal, {
  ...jobKinds,
  import: { load: async () => importJob(async () => itemLines), group: 'import' },
});
const { user, system } = process.cpuUsage(before);
const { maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ cpuSeconds: (user + system) / 1e6, maxMb: Math.round(maxRSS / 1024) }));
await blog.db.destroy();
