import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { ZipWriter } from './zip-writer.ts';

test('what is written does not stay in memory until the end of the archive', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-zip-'));
  try {
    const zip = new ZipWriter(path.join(folder, 'a.zip'), new Date());
    const add = async (name: string) => {
      const text = [`Text of ${name}`];
      await zip.add(name, text);
      return new WeakRef(text);
    };
    const first = await add('first.md');
    await add('second.md');
    await nextTurn();
    collectGarbage();
    expect(first.deref()).toBeUndefined();
    await zip.end();
  } finally {
    await rm(folder, { recursive: true });
  }
});
