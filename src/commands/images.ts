import { parseArgs } from 'node:util';
import { rebuildPicture } from '../blog/rebuild.ts';
import { environment, readConfig } from '../config.ts';
import { explain } from '../explain.ts';
import { createLog } from '../http/log.ts';
import { openBlog } from '../start.ts';
import { allHashes } from '../store/images.ts';

const usage = `Usage: npm run images -- rebuild

Makes all sizes of all pictures anew from the largest that is kept.`;

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.join(' ') !== 'rebuild') {
    console.error(usage);
    return 1;
  }
  const { blog } = await openBlog(readConfig(environment()), createLog('warn'));
  try {
    const hashes = await allHashes(blog.db);
    for (const [index, hash] of hashes.entries()) {
      await rebuildPicture(blog, hash);
      if (process.stdout.isTTY) process.stdout.write(`\r${bar(index + 1, hashes.length)}`);
    }
    console.log(`${process.stdout.isTTY ? '\n' : ''}${hashes.length} pictures were made anew.`);
    return 0;
  } finally {
    await blog.db.destroy();
  }
}

function bar(done: number, all: number): string {
  const width = 40;
  const filled = Math.round((done / all) * width);
  return `[${'='.repeat(filled)}${' '.repeat(width - filled)}] ${done} of ${all}`;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
