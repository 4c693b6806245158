import path from 'node:path';
import { parseArgs } from 'node:util';
import { environment, readConfig } from '../../config.ts';
import { createLog } from '../../platform/log/log.ts';
import { commandLine } from '../../platform/messages/command-line.ts';
import { copyWritten } from '../../platform/messages/operator.ts';
import { progressBar } from '../../platform/process/progress.ts';
import { type Command, type Host, printUsage } from '../../platform/process/run-command.ts';
import { onStopSignal } from '../../platform/process/stop-signals.ts';
import { copyMissing, exportMissingFiles, exportWritten } from './messages.ts';
import { writeStaticFolder } from './static-copy.ts';
import { writeExport } from './write-export.ts';

const usage = `Usage: ${commandLine('export', 'FILE.zip')}
       ${commandLine('export', '--static FILE.zip')}
       ${commandLine('export', '--static FOLDER')}

Writes everything that was written and uploaded into one zip: posts and pages as Markdown that Hugo and Jekyll build, images,
comments, votes, redirects and settings, and the same content for WordPress and Ghost. "${commandLine('import', 'FILE.zip')}" reads it.
With --static it writes the public site as files that any web server can serve. The site may be running. FILE or FOLDER
appears once it is complete; an existing one is never replaced.

An export contains drafts and comments that wait for approval, but no passwords. To move a whole installation, users
and history included, use ${commandLine('backup')}.`;

async function main(args: string[], { openBlog }: Host): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { static: { type: 'boolean' } },
  });
  const [name] = positionals;
  if (name === undefined || positionals.length > 1) return printUsage(usage);
  const stop = new AbortController();
  onStopSignal(() => stop.abort());
  const log = createLog('warn');
  const { blog, database } = await openBlog(readConfig(environment()), log, 'reader');
  await using _ = database;
  const file = path.resolve(name);
  let bar: ReturnType<typeof progressBar> | undefined;
  let shown = 0;
  const options = {
    signal: stop.signal,
    progress: (_: string, done: number, total: number) => {
      bar ??= progressBar('Exported', total);
      bar(done - shown);
      shown = done;
    },
  };
  const missing: string[] = [];
  if (values.static && !file.endsWith('.zip')) {
    // A web server of another user has to read the files.
    process.umask(0o022);
    missing.push(...(await writeStaticFolder(blog, file, options)).missing);
    console.log(copyWritten(file));
  } else {
    const written = await writeExport(blog, values.static ? 'static' : 'archive', file, options);
    missing.push(...written.missing);
    console.log(exportWritten(file, (written.bytes / 1_000_000).toFixed(1)));
  }
  if (missing.length > 0)
    console.log(values.static ? copyMissing(missing) : exportMissingFiles(missing.length));
  return 0;
}

export const command: Command = { name: 'export', usage, main };
