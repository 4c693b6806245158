import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rawZip } from '../../../../tests/support/archives.ts';
import { openSource } from './open-source.ts';

test('zip64 archives and 200,000 entries are read, more are refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sources-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const place = join(folder, 'export.zip');
  const names = Array.from({ length: 200_000 }, (_, index) => Buffer.from(`p/${index}`));
  await writeFile(place, rawZip(names.map((name) => ({ name, content: '' }))));
  const source = await openSource(place);
  onTestFinished(() => source.close());
  expect(source.entries).toHaveLength(200_000);
  await expect(openSource(place, { limits: { entries: 199_999 } })).rejects.toThrow(
    /contains more than 199,999 files/,
  );
});
