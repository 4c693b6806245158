/**
 * Writes settings with the product's database code, several at a time so that they share flushes, and acknowledges each commit.
 * shim.c records its disk operations, so that a power cut can be simulated at any point afterwards.
 */
import fs, { openSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const [dataDir = '', commits = '0', flushes = 'flushed'] = process.argv.slice(2);
const writers = 3;

/** As if each flush was complete at once. */
const noFlush = (_file: number, callback: (error: Error | null) => void) => void setImmediate(callback, null);
if (flushes === 'unflushed') {
  Object.assign(fs, { fdatasync: noFlush });
  syncBuiltinESMExports();
}
// Not before, because modules may keep the function that they find when they are loaded.
const { migrate } = await import('../../src/platform/db/migrate.ts');
const { openDatabase } = await import('../../src/platform/db/open.ts');
const { writeSetting } = await import('../../src/platform/db/settings.ts');
const { inTransaction } = await import('../../src/platform/db/transaction.ts');
const open = openDatabase({ dataDir, databaseUrl: null });
await migrate(open);
const acknowledged = openSync(join(dataDir, 'acknowledged'), 'w');
let next = 1;
const write = async () => {
  while (next <= Number(commits)) {
    const number = next++;
    const value = 'x'.repeat((number * 37) % 3000);
    await inTransaction(open.db, (tx) => writeSetting(tx, `power ${number}`, value));
    writeSync(acknowledged, `${number}\n`);
  }
};
await Promise.all(Array.from({ length: writers }, write));
// Exit like a crash, without the checkpoint of a graceful shutdown.
process.kill(process.pid, 'SIGKILL');
