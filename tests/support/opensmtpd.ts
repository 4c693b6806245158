import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../bench/free-port.ts';
import { downloadDebianPackage } from './debian-package.ts';
import { findOnPath } from './machine.ts';

export type OpenSmtpd = { url: string; maildirs: string; stop(): Promise<void> };

/** What it needs on this machine and does not find. */
export function missingForOpenSmtpd(): string[] {
  const canIsolate =
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('unshare', ['-m', 'true']).status === 0;
  return canIsolate && findOnPath('apt-get') && findOnPath('dpkg') ? [] : ['OpenSMTPD'];
}

const user = 993;
/** Its users and folders are fixed, so it gets those in a mount namespace of its own; nothing of the machine changes. */
const script = (folder: string) => `set -e
cd ${folder}
mount --bind passwd /etc/passwd
mount --bind group /etc/group
for place in /var/spool /var/lib /run /usr/libexec; do mount -t tmpfs tmpfs $place; done
mkdir -p /var/spool/smtpd /var/lib/opensmtpd/empty /usr/libexec/opensmtpd
chmod 711 /var/spool/smtpd
mount --bind root/usr/libexec/opensmtpd /usr/libexec/opensmtpd
exec root/usr/sbin/smtpd -d -f ${folder}/smtpd.conf
`;

/** Debian's OpenSMTPD on loopback, which delivers mail for example.net into maildirs; null where it does not start. */
export async function startOpenSmtpd(): Promise<OpenSmtpd | null> {
  const folder = mkdtempSync(join(tmpdir(), 'not-terrible-opensmtpd-'));
  const file = downloadDebianPackage('opensmtpd', folder);
  if (!file || spawnSync('dpkg', ['-x', file, join(folder, 'root')]).status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  const port = await freePort();
  chmodSync(folder, 0o755);
  const maildirs = join(folder, 'mail');
  mkdirSync(maildirs);
  chownSync(maildirs, user, user);
  const accounts = [`opensmtpd:x:991:991`, `opensmtpq:x:992:992`, `vmail:x:${user}:${user}`];
  const home = (name: string) => (name.startsWith('vmail') ? maildirs : '/var/lib/opensmtpd/empty');
  writeFileSync(
    join(folder, 'passwd'),
    `${readFileSync('/etc/passwd', 'utf8')}${accounts.map((name) => `${name}::${home(name)}:/bin/sh\n`).join('')}`,
  );
  writeFileSync(
    join(folder, 'group'),
    `${readFileSync('/etc/group', 'utf8')}${accounts.map((name) => `${name.replace(/:\d+$/, '')}:\n`).join('')}`,
  );
  writeFileSync(
    join(folder, 'smtpd.conf'),
    `listen on 127.0.0.1 port ${port} hostname mail.example.net
table users { "@" = "vmail" }
action "deliver" maildir "${maildirs}/%{rcpt.user}" virtual <users>
match from any for domain "example.net" action "deliver"
`,
    { mode: 0o600 },
  );
  const child = spawn('unshare', ['-m', 'sh', '-c', script(folder)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  if (await answers(child, port)) return { url: `smtp://127.0.0.1:${port}`, maildirs, stop };
  console.error(output);
  await stop();
  return null;
}

async function answers(child: ChildProcess, port: number): Promise<boolean> {
  for (let attempt = 0; attempt < 100 && child.exitCode === null; attempt++) {
    const socket = createConnection(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return true;
    await wait(100);
  }
  return false;
}
