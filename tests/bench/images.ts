/**
 * Uploads 20 photos of 12 megapixels in one request: the server's peak memory stays below 600 MB, and the p99 of other
 * requests meanwhile below 5 times their idle p99. Linux only, because the peak is read from /proc.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { Client } from '../support/client.ts';
import { startServer } from '../support/server.ts';

const photos = 20;
const allowedMegabytes = 600;
const allowedSlowdown = 5;
const idleSeconds = 10;
const pauseMs = 10;

// Like `npm start`.
const server = await startServer({ env: { LOG_LEVEL: 'warn', MALLOC_ARENA_MAX: '2' } });
try {
  const owner = new Client(server.url);
  await owner.login();
  const post = await owner.post<{ id: number; post_title_web: string }>('/webapi/api/posts', {
    post_title: 'Many photos',
    active: true,
  });
  const form = new FormData();
  form.set('post_id', String(post.body.id));
  let sent = 0;
  for (let number = 0; number < photos; number++) {
    const bytes = await photo(number);
    sent += bytes.length;
    form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), `${number}.jpg`);
  }
  const page = `${server.url}/post/${post.body.post_title_web}`;

  await measure(page, sleep(2_000));
  const idle = await measure(page, sleep(idleSeconds * 1000));
  const started = performance.now();
  const upload = owner.post<unknown[]>('/webapi/image', form);
  const busy = await measure(page, upload);
  const seconds = (performance.now() - started) / 1000;
  const answer = await upload;
  if (answer.status !== 201) throw new Error(`The upload got status ${answer.status}: ${answer.text}`);

  const peak = await peakMegabytes(server.pid);
  const slowdown = p99(busy) / p99(idle);
  console.log(`${photos} photos, ${(sent / 1e6).toFixed(0)} MB: ${seconds.toFixed(1)} s`);
  console.log(`peak memory: ${peak.toFixed(0)} MB (at most ${allowedMegabytes})`);
  console.log(
    `p99 of other requests: ${p99(idle).toFixed(1)} ms idle (${idle.length}), ${p99(busy).toFixed(1)} ms meanwhile ` +
      `(${busy.length}): ${slowdown.toFixed(1)} times (at most ${allowedSlowdown})`,
  );
  if (peak > allowedMegabytes || slowdown > allowedSlowdown) process.exitCode = 1;
} finally {
  await server.dispose();
}

/** Noise that compresses about as well as a photo. */
function photo(seed: number): Promise<Buffer> {
  const background = { r: (seed * 37) % 256, g: (seed * 61) % 256, b: 120 };
  return sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background,
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .blur(0.6)
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Reads a page repeatedly, with a short pause, until the work is done; returns the latencies. */
async function measure(url: string, work: Promise<unknown>): Promise<number[]> {
  let done = false;
  const finished = work.finally(() => {
    done = true;
  });
  const times: number[] = [];
  while (!done) {
    const before = performance.now();
    await (await fetch(url)).arrayBuffer();
    times.push(performance.now() - before);
    await sleep(pauseMs);
  }
  await finished;
  return times;
}

function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}

/** The peak resident set size of the server so far. */
async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1000;
}
