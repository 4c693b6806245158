/*
 * An SMTP server in a process of its own, which a test can kill: `node maildir-server.ts PORT FOLDER`. A mail is in the maildir of
 * its recipient, on disk, before it is answered. The name of the recipient says how the server misbehaves the first time.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type MailAnswer, startMailServer } from './mail-server.ts';
import { misbehaviorOf } from './maildirs.ts';

const [port = '0', folder = ''] = process.argv.slice(2);
const server = await startMailServer({ port: Number(port) });
const seen = new Set<string>();
const isFirst = (address: string) => {
  const isNew = !seen.has(address);
  seen.add(address);
  return isNew;
};
let count = 0;

function deliver(address: string, raw: string): void {
  const name = `${Date.now()}.${process.pid}_${++count}.localhost`;
  const inbox = join(folder, address);
  for (const part of ['tmp', 'new']) mkdirSync(join(inbox, part), { recursive: true });
  const file = openSync(join(inbox, 'tmp', name), 'wx');
  writeSync(file, raw);
  fsyncSync(file);
  closeSync(file);
  renameSync(join(inbox, 'tmp', name), join(inbox, 'new', name));
}

server.answers.recipient = (address): MailAnswer => {
  const kind = misbehaviorOf(address);
  if (kind === 'dead') return '550 5.1.1 No such user';
  if (kind === 'later' && isFirst(address)) return '450 4.2.0 Greylisted';
  return undefined;
};
server.answers.dropsInside = (address) => misbehaviorOf(address) === 'inside' && isFirst(address);
server.answers.message = ({ recipients: [address = ''], raw }): MailAnswer => {
  const kind = misbehaviorOf(address);
  if (kind === 'refused' && isFirst(address)) return '451 4.3.0 Try again';
  deliver(address, raw);
  if (kind === 'half' && isFirst(address)) return 'half';
  return kind === 'slow' ? { afterMs: 700 } : undefined;
};
process.on('disconnect', () => process.exit(0));
process.send?.(server.port);
