/**
 * Writes settings one after the other with the product's database code and acknowledges each commit. shim.c records its
 * disk operations, so that a power cut can be simulated at any point afterwards.
 */
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open.ts';
import { writeSetting } from '../../src/store/settings.ts';
import { inTransaction } from '../../src/store/transaction.ts';

const [dataDir = '', commits = '0', synchronous = 'full'] = process.argv.slice(2);
const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (text: string): void {
  exec.call(this, text.replace('synchronous = full', `synchronous = ${synchronous}`));
};
const open = openDatabase({ dataDir, databaseUrl: null });
await migrate(open);
const acknowledged = openSync(join(dataDir, 'acknowledged'), 'w');
for (let number = 1; number <= Number(commits); number++) {
  await inTransaction(open.db, (tx) => writeSetting(tx, `power ${number}`, 'x'.repeat((number * 37) % 3000)));
  writeSync(acknowledged, `${number}\n`);
}
// Exit like a crash, without the checkpoint of a graceful shutdown.
process.kill(process.pid, 'SIGKILL');
