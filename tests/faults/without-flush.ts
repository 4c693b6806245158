/** A server that never flushes to disk, as a control for the tests of failing disks. */
import { DatabaseSync } from 'node:sqlite';
import { builtServer } from '../support/server.ts';

const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (text: string): void {
  exec.call(this, text.replace('synchronous = full', 'synchronous = off'));
};
await import(builtServer);
