/**
 * Writes settings with the product's database code, several at a time so that they share flushes, and acknowledges each commit.
 * shim.c records its disk operations, so that a power cut can be simulated at any point afterwards.
 */
import fs, { openSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open.ts';
import { writeSetting } from '../../src/store/settings.ts';
import { inTransaction } from '../../src/store/transaction.ts';

const [dataDir = '', commits = '0', flushes = 'flushed'] = process.argv.slice(2);
const writers = 3;

/** As if each flush was complete at once. */
const noFlush = (_file: number, callback: (error: Error | null) => void) => void setImmediate(callback, null);
if (flushes === 'unflushed') {
  Object.assign(fs, { fdatasync: noFlush });
  syncBuiltinESMExports();
}
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
