import { parseArgs } from 'node:util';
import { rebuildPicture } from '../blog/rebuild.ts';
import { environment, readConfig } from '../config.ts';
import { explain } from '../explain.ts';
import { createLog } from '../http/log.ts';
import { openBlog } from '../start.ts';
import { allHashes } from '../store/images.ts';
import { progressBar } from './progress.ts';

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
    const rebuilt = progressBar('Pictures', hashes.length);
    for (const hash of hashes) {
      await rebuildPicture(blog, hash);
      rebuilt(1);
    }
    console.log(`${hashes.length} pictures were made anew.`);
    return 0;
  } finally {
    await blog.db.destroy();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
