import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { atMost, type BenchRun, type Measurement, median } from '../bench-run.ts';
import { blogEnvironment, home, waitUntilReady } from '../blog-site.ts';
import { freePort } from '../free-port.ts';

/** Time from `npm start` on a built checkout to the first page. */
export const startUp: Measurement = async (run) => {
  const times: number[] = [];
  for (let round = 0; round < (run.quick ? 1 : 5); round++) times.push(await start(run));
  const value = median(times);
  return {
    lines: [],
    figures: [{ name: 'npm start to the first page', value, unit: 's', wanted: atMost('', value, 1.5) }],
  };
};

async function start({ folders }: BenchRun): Promise<number> {
  const port = await freePort();
  const child = spawn('npm', ['start'], {
    cwd: home,
    env: blogEnvironment(folders.few, port),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    return await waitUntilReady(`http://127.0.0.1:${port}/`);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
