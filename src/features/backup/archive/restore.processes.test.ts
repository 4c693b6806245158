import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  archive,
  database,
  expectReplaced,
  image,
  imageName,
  killedRestore,
  newerSite,
  parts,
  restoreFolder,
} from '../../../../tests/support/backup-archives.ts';
import { requireUsable } from '../../../server/recovery.ts';
import { isRestoreInterrupted, restore } from './restore.ts';

let folder: string;
let file: string;
let target: string;
let everything: () => Promise<string[]>;
beforeEach(async () => {
  ({ folder, file, target, everything } = await restoreFolder());
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a restore that is killed at any step leaves no site that starts, and can be repeated', async () => {
  await writeFile(file, await archive(await parts()));
  let cutShort = 0;
  for (let steps = 0; !existsSync(join(target, 'blog.sqlite')); steps++) {
    await killedRestore({ file, target }, steps);
    if (existsSync(join(target, 'blog.sqlite'))) break;
    if (existsSync(target)) cutShort++;
    // Either no site yet, or a folder that is marked as incomplete.
    if (isRestoreInterrupted(target))
      await expect(requireUsable(target)).rejects.toThrow(/was interrupted.*npm run restore/);
    else expect(await everything()).toEqual(['backup.tar']);
  }
  expect(cutShort).toBeGreaterThan(4);
  // The database came last, so it is whole although the last step is missing.
  expect(await readFile(join(target, 'blog.sqlite'))).toEqual(await database());
  expect(await readFile(join(target, 'images', imageName))).toEqual(image);
  await requireUsable(target);
}, 300_000);

test('a restore that replaces the site can be killed at any step and repeated, with or without the option', async () => {
  await writeFile(file, await archive(await parts()));
  let interrupted = 0;
  for (let steps = 0; ; steps++) {
    await newerSite(target);
    await killedRestore({ file, target }, steps, { replace: true });
    const isOld = (await readFile(join(target, 'blog.sqlite'), 'utf8').catch(() => '')).startsWith('newer');
    if (isRestoreInterrupted(target)) {
      interrupted++;
      await expect(requireUsable(target)).rejects.toThrow(/was interrupted.*npm run restore/);
    } else if (!isOld) break;
    await restore(file, target, { replace: isOld });
    await expectReplaced(target);
  }
  expect(interrupted).toBeGreaterThan(1);
  await expectReplaced(target);
}, 300_000);
