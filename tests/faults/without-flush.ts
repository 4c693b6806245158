/** A server that never flushes to disk, as a control for the tests of failing disks. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { builtServer } from '../support/server.ts';

const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (text: string): void {
  exec.call(this, text.replace(/synchronous = (full|normal)/, 'synchronous = off'));
};
const noFlush = (_file: number, callback: (error: Error | null) => void) => void setImmediate(callback, null);
Object.assign(fs, { fdatasync: noFlush });
syncBuiltinESMExports();
await import(builtServer);
