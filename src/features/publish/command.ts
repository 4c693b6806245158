import { parseArgs } from 'node:util';
import { environment, readConfig } from '../../config.ts';
import { itself } from '../../platform/blog.ts';
import { everythingTag } from '../../platform/http/cache/reads.ts';
import { hasDueJobs } from '../../platform/jobs/jobs.ts';
import { runNextJob } from '../../platform/jobs/run-jobs.ts';
import { createLog } from '../../platform/log/log.ts';
import { commandLine } from '../../platform/messages/command-line.ts';
import { type Command, type Host, printUsage } from '../../platform/process/run-command.ts';
import { onStopSignal } from '../../platform/process/stop-signals.ts';
import { publishPart, siteChanged } from './changes.ts';
import { publishJobs } from './jobs.ts';
import { beingPublished, differs, isSame, notConfigured, publishedTo } from './messages.ts';
import { countPublished, forgetHashes } from './store.ts';
import { nameOf, openStore } from './targets/open.ts';

const usage = `Usage: ${commandLine('publish')}
       ${commandLine('publish', '--again')}
       ${commandLine('publish', '--verify')}

Writes the public site as files to the folder or bucket that PUBLISH_TO names. A running site keeps them up to date by itself; this
renders every page and writes those that differ from what was written before. With --again it writes every file, for a store
that has lost some. With --verify it writes nothing: it renders the site, compares it with the store byte for byte and
names the files that differ; the exit code is 1 if there are any.`;

async function main(args: string[], { openBlog }: Host): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { again: { type: 'boolean' }, verify: { type: 'boolean' } },
  });
  if (positionals.length > 0) return printUsage(usage);
  const stop = new AbortController();
  onStopSignal(() => stop.abort());
  const log = createLog('warn');
  const { blog, database } = await openBlog(readConfig(environment()), log, 'reader');
  await using _ = database;
  const to = publishPart.of(blog);
  if (!to) {
    console.error(notConfigured);
    return 1;
  }
  if (values.verify) {
    const { differences } = await import('./verify.ts');
    const found = await differences(blog, openStore(to), { signal: stop.signal });
    console.log(found.length === 0 ? isSame(nameOf(to)) : differs(nameOf(to), found));
    return found.length === 0 ? 0 : 1;
  }
  if (values.again) await forgetHashes(blog.db);
  await siteChanged(blog, [everythingTag]);
  // Also releases the job of a process that was killed.
  const isOurs =
    (await hasDueJobs(blog, publishJobs)) &&
    (await runNextJob({ ...blog, actor: itself }, stop.signal, publishJobs));
  const { files, waiting } = await countPublished(blog.db);
  console.log(isOurs && waiting === 0 ? publishedTo(nameOf(to), files) : beingPublished);
  return 0;
}

export const command: Command = { name: 'publish', usage, main };
