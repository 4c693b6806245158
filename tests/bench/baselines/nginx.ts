import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOnPath } from '../../support/machine.ts';
import { freePort } from '../free-port.ts';
import { childrenOf } from '../process-cost.ts';
import type { Baseline } from './baseline.ts';

const nginx = findOnPath('nginx') ?? (process.platform === 'linux' ? '/usr/sbin/nginx' : 'nginx');

/** nginx with one worker that serves a file, without a log and with open files cached; null without nginx. */
export async function startNginx(folder: string): Promise<Baseline | null> {
  const port = await freePort();
  await mkdir(path.join(folder, 'root'), { recursive: true });
  const configuration = path.join(folder, 'nginx.conf');
  const included = path.join(folder, 'headers.conf');
  await writeFile(included, '');
  await writeFile(path.join(folder, 'root/page'), '');
  await writeFile(
    configuration,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; etag on;
  open_file_cache max=10 inactive=60s; open_file_cache_valid 60s;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; root ${folder}/root; location / { default_type 'text/html; charset=utf-8'; include ${included}; } }
}
`,
  );
  const child = spawn(nginx, ['-c', configuration, '-p', folder, '-e', path.join(folder, 'error.log')], {
    stdio: 'ignore',
  });
  const failed = await Promise.race([
    once(child, 'error').then(() => true),
    once(child, 'exit').then(() => true),
    sleep(500, false),
  ]);
  if (failed) return null;
  const worker = () => childrenOf(child.pid ?? 0)[0] ?? 0;
  const baseline: Baseline = {
    name: 'nginx, one worker',
    port,
    pid: worker(),
    async serve({ headers, body }) {
      const name = `page-${Math.random().toString(36).slice(2)}`;
      const pairs = headers.flatMap((header, at) => (at % 2 === 0 ? [[header, headers[at + 1]]] : []));
      // nginx sets these itself.
      const own = ['content-type', 'content-length', 'etag', 'date', 'connection', 'keep-alive'];
      await writeFile(path.join(folder, 'root', name), Buffer.from(body, 'base64'));
      await writeFile(
        included,
        pairs
          .filter(([header]) => !own.includes(header ?? ''))
          .map(([header, value]) => `add_header ${header} "${value}";\n`)
          .join(''),
      );
      const before = worker();
      child.kill('SIGHUP');
      for (let wait = 0; wait < 200 && [0, before].includes(worker()); wait++) await sleep(20);
      await sleep(200);
      baseline.pid = worker();
      const answer = await fetch(`http://127.0.0.1:${port}/${name}`, {
        headers: { 'accept-encoding': 'identity', connection: 'close' },
      }).catch(() => null);
      await answer?.arrayBuffer().catch(() => null);
      return { path: `/${name}`, etag: answer?.headers.get('etag') ?? null };
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
  return baseline;
}
