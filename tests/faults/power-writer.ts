/**
 * Writes settings one after the other through the product's own database code and says after each commit that it is
 * there. Its disk is recorded (shim.c), so that the power can be cut at any point afterwards.
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
// As a crash would leave it: without the tidying of an orderly end.
process.kill(process.pid, 'SIGKILL');
