import { expect, test } from 'vitest';
import { Problem } from '../../../platform/http/problem.ts';
import type { ImportUpload } from '../api.ts';
import { type SendProgress, sendFile, type UploadCalls } from './send-file.ts';

const megabyte = 1024 * 1024;
const file = (size: number) => new File([new Uint8Array(size)], 'blog.xml', { lastModified: 5 });

/** A server that stores the length of what arrives, and fails on demand. */
function server(size: number, { offset = 0, failures = [] as unknown[] } = {}) {
  const state: ImportUpload = {
    id: 'a',
    name: 'blog.xml',
    size,
    last_modified: 5,
    offset,
    finished: false,
    date_added: '',
  };
  const sent: [offset: number, bytes: number][] = [];
  const failNow = () => {
    const failure = failures.shift();
    if (failure) throw failure;
  };
  const calls: UploadCalls = {
    beginUpload: async (given) => {
      failNow();
      expect(given).toEqual({ name: 'blog.xml', size, last_modified: 5 });
      return { ...state };
    },
    uploadState: async () => ({ ...state }),
    sendChunk: async (_id, at, bytes) => {
      failNow();
      if (at !== state.offset) throw new Problem('conflict', 'elsewhere');
      sent.push([at, bytes.size]);
      expect(bytes.type).toBe('application/octet-stream');
      state.offset += bytes.size;
      return { ...state };
    },
    finishUpload: async () => {
      failNow();
      expect(state.offset).toBe(size);
      return { ...state, finished: true };
    },
  };
  return { calls, sent, state };
}

const send = async (size: number, calls: UploadCalls, signal = new AbortController().signal) => {
  const progress: SendProgress[] = [];
  const waits: number[] = [];
  const result = await sendFile(
    file(size),
    calls,
    (step) => progress.push(step),
    signal,
    async (ms) => {
      waits.push(ms);
    },
  );
  return { result, progress, waits };
};

test('portions grow and cover the file without gaps', async () => {
  const { calls, sent } = server(20 * megabyte);
  const { result, progress } = await send(20 * megabyte, calls);
  expect(result.finished).toBe(true);
  let at = 0;
  for (const [offset, bytes] of sent) {
    expect(offset).toBe(at);
    expect(bytes).toBeLessThanOrEqual(4 * megabyte);
    at += bytes;
  }
  expect(at).toBe(20 * megabyte);
  expect(Math.max(...sent.map(([, bytes]) => bytes))).toBe(4 * megabyte);
  expect(progress.map((step) => step.sent)).toEqual(
    progress.map((step) => step.sent).toSorted((a, b) => a - b),
  );
});

test('an upload that was begun before is continued', async () => {
  const { calls, sent } = server(3 * megabyte, { offset: 2 * megabyte });
  await send(3 * megabyte, calls);
  expect(sent[0]?.[0]).toBe(2 * megabyte);
});

test('a lost connection is waited for, longer each time', async () => {
  const lost = () => new Problem('unavailable', 'The server cannot be reached.');
  const { calls } = server(megabyte, { failures: [lost(), null, lost(), lost(), lost()] });
  const { result, waits, progress } = await send(megabyte, calls);
  expect(result.finished).toBe(true);
  expect(waits).toEqual([1000, 1000, 2000, 4000]);
  expect(progress.filter(({ isWaiting }) => isWaiting)).toHaveLength(4);
});

test('an upload that went on elsewhere is continued from there', async () => {
  const { calls, sent, state } = server(2 * megabyte);
  const begin = calls.beginUpload;
  calls.beginUpload = async (given) => {
    const begun = await begin(given);
    state.offset = megabyte;
    return begun;
  };
  await send(2 * megabyte, calls);
  expect(sent[0]?.[0]).toBe(megabyte);
});

test('a refusal ends it, and so does a pause', async () => {
  const { calls } = server(megabyte, { failures: [null, new Problem('no_room', 'The disk is full.')] });
  await expect(send(megabyte, calls)).rejects.toThrow('The disk is full.');
  const pause = new AbortController();
  pause.abort();
  await expect(send(megabyte, server(megabyte).calls, pause.signal)).rejects.toThrow(/abort/i);
});
