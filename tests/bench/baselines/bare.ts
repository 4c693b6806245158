import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Baseline } from './baseline.ts';

export const bareName = 'bare node:http';

export async function startBare(): Promise<Baseline> {
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    name: bareName,
    port,
    pid: child.pid ?? 0,
    async serve(answer) {
      child.send(answer);
      await once(child, 'message');
      return { path: '/', etag: null };
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
