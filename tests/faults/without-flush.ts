/** The server as it would be if it never waited for its disk: for the control of the tests of disks that fail. */
import { DatabaseSync } from 'node:sqlite';
import { builtServer } from '../support/server.ts';

const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (text: string): void {
  exec.call(this, text.replace('synchronous = full', 'synchronous = off'));
};
await import(builtServer);
