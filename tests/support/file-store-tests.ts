import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RangeOutside } from '../../src/platform/files/errors.ts';
import { type Files, InvalidName, NotOwner } from '../../src/platform/files/files.ts';
import { localFile } from '../../src/platform/files/recordings.ts';

const webp = 'image/webp';
const site = 'site-a';
const namesThatEscape = [
  '',
  '/etc/passwd',
  '../secret.webp',
  'ab/../../secret.webp',
  'ab/..',
  'ab/./c.webp',
  'ab//c.webp',
  'ab/c.webp/',
  'ab\\..\\c.webp',
  'ab/c\0.webp',
  'ab/c.webp\n',
  '.unfinished/c.webp',
  'ab/.hidden',
  'AB/c.webp',
  'ab/ç.webp',
  'ab/%2e%2e/c.webp',
  'c:/x.webp',
  'a'.repeat(300),
];

export type OpenStore = () => Promise<{ files: Files; close: () => Promise<void> }>;

/**
 * What every place for files does. `isLimited`: it lacks two things of Amazon's, a range that is the first byte, and writes that
 * replace an object at once.
 */
export const testFiles = (open: OpenStore, { isLimited = false } = {}): void => {
  let files: Files;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ files, close } = await open());
    expect(await files.claim(site)).toBe(site);
  });
  afterAll(() => close());

  async function content(name: string, range?: { start: number; end: number }): Promise<string | undefined> {
    const found = await files.read(name, range);
    return found ? (await buffer(found.body)).toString() : undefined;
  }

  test('returns a large file that was copied from this machine', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'large-')), 'file');
    const bytes = Buffer.alloc(9 * 1024 * 1024, 'all sorts of sounds ');
    await writeFile(path, bytes);
    await files.writeFile('ab/abc-video.mp4', await localFile(path), 'video/mp4');
    const found = await files.read('ab/abc-video.mp4', { start: 5_000_000, end: 5_000_019 });
    expect(found).toMatchObject({ size: bytes.length, type: 'video/mp4' });
    expect(found && (await buffer(found.body)).toString()).toBe(bytes.toString('utf8', 5_000_000, 5_000_020));
    await rm(dirname(path), { recursive: true });
  });

  test('returns what was written', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 251));
    await files.write('ab/abc-1.webp', bytes, webp);
    const found = await files.read('ab/abc-1.webp');
    expect(found).toMatchObject({ size: bytes.length, type: webp });
    expect(found && (await buffer(found.body)).equals(bytes)).toBe(true);
  });

  test.each([
    ['png', 'image/png'],
    ['jpg', 'image/jpeg'],
    ['gif', 'image/gif'],
    ['avif', 'image/avif'],
  ])('knows the type of a %s', async (extension, type) => {
    const before = Date.now();
    await files.write(`ty/pe.${extension}`, Buffer.from('12345'), type);
    const found = await files.stat(`ty/pe.${extension}`);
    expect(found).toMatchObject({ size: 5, type });
    expect(Math.abs(Number(found?.modified) - before)).toBeLessThan(5_000);
  });

  test('reads ranges, with an inclusive end that is limited to the file', async () => {
    await files.write('ra/nge.webp', Buffer.from('0123456789'), webp);
    expect(await content('ra/nge.webp', { start: 2, end: 4 })).toBe('234');
    if (!isLimited) expect(await content('ra/nge.webp', { start: 0, end: 0 })).toBe('0');
    expect(await content('ra/nge.webp', { start: 8, end: 99 })).toBe('89');
    const found = await files.read('ra/nge.webp', { start: 2, end: 4 });
    found?.body.destroy();
    expect(found).toMatchObject({ size: 10, type: webp });
  });

  test('refuses a range beyond the end and reports the size', async () => {
    await files.write('ra/short.webp', Buffer.from('0123456789'), webp);
    const refusal = await files
      .read('ra/short.webp', { start: 10, end: 20 })
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RangeOutside);
    expect(refusal).toMatchObject({ size: 10 });
    expect(await files.read('ra/none.webp', { start: 10, end: 20 })).toBeNull();
  });

  test('returns nothing for a missing file', async () => {
    expect(await files.read('no/thing.webp')).toBeNull();
    expect(await files.stat('no/thing.webp')).toBeNull();
  });

  test('stores an empty file', async () => {
    await files.write('em/pty.webp', new Uint8Array(), webp);
    expect(await content('em/pty.webp')).toBe('');
    expect(await files.stat('em/pty.webp')).toMatchObject({ size: 0 });
  });

  test('replaces a file completely', async () => {
    await files.write('re/place.webp', Buffer.from('a longer first version'), webp);
    await files.write('re/place.webp', Buffer.from('second'), webp);
    expect(await content('re/place.webp')).toBe('second');
  });

  test('removes files, existing or not', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `go/ne-${i}.webp`);
    await Promise.all(names.map((name) => files.write(name, Buffer.from(name), webp)));
    await files.remove([...names, 'go/never.webp'], site);
    expect(await Promise.all(names.map((name) => files.stat(name)))).toEqual(names.map(() => null));
    await files.remove([], site);
  });

  test('belongs to the site that claimed it first, until it is handed over', async () => {
    const { files: other, close: closeOther } = await open();
    try {
      expect(await other.owner()).toBeNull();
      const owners = await Promise.all(['one', 'two'].map((name) => other.claim(name)));
      const owner = (await other.owner()) ?? '';
      expect(['one', 'two']).toContain(owner);
      expect(owners).toContain(owner);
      expect(await other.claim('three')).toBe(owner);
      expect(await other.claim('three', 'somebody else')).toBe(owner);
      expect(await other.claim('three', owner)).toBe('three');
      expect(await Array.fromAsync(other.list())).toEqual([]);
    } finally {
      await closeOther();
    }
  });

  test('removes nothing for a site that does not own it', async () => {
    const { files: other, close: closeOther } = await open();
    try {
      await other.write('ab/kept.webp', Buffer.from('kept'), webp);
      const refuse = async (name: string) => {
        await expect(other.remove(['ab/kept.webp'], name)).rejects.toThrow(NotOwner);
        await expect(other.trash(['ab/kept.webp'], name, new Date())).rejects.toThrow(NotOwner);
      };
      await refuse(site); // it belongs to no site yet
      await other.claim(site);
      await refuse('another site');
      await refuse('');
      await other.trash(['ab/kept.webp'], site, new Date());
      const [trashed] = await Array.fromAsync(other.trashed());
      if (!trashed) throw new Error('The trash is empty.');
      await expect(other.removeTrashed([trashed], 'another site')).rejects.toThrow(NotOwner);
      await expect(other.untrash(trashed, 'another site')).rejects.toThrow(NotOwner);
      expect(await Array.fromAsync(other.trashed())).toEqual([trashed]);
    } finally {
      await closeOther();
    }
  });

  test('files in the trash are hidden, and can be restored', async () => {
    const now = new Date('2026-03-04T05:06:07Z');
    await files.write('tr/ash.webp', Buffer.from('old'), webp);
    await files.trash(['tr/ash.webp', 'tr/never.webp'], site, now);
    expect(await files.stat('tr/ash.webp')).toBeNull();
    const [old, ...more] = await Array.fromAsync(files.trashed());
    if (!old) throw new Error('The trash is empty.');
    expect(more).toEqual([]);
    expect(old).toMatchObject({ name: 'tr/ash.webp', since: new Date('2026-03-04T00:00:00Z') });
    const listed = (await Array.fromAsync(files.list())).map(({ name }) => name);
    expect(listed).not.toContain(old.path);
    expect(files.nameOf(`/images/${old.path}`)).toBeNull();
    await expect(files.read(old.path)).rejects.toThrow(InvalidName);

    // The same name again, in the trash beside the first one.
    await files.write('tr/ash.webp', Buffer.from('new'), webp);
    expect(await files.untrash(old, site)).toBe(false);
    await files.trash(['tr/ash.webp'], site, now);
    expect(await Array.fromAsync(files.trashed())).toHaveLength(2);
    expect(await files.untrash(old, site)).toBe(true);
    expect(await content('tr/ash.webp')).toBe('old');
    expect(await files.stat('tr/ash.webp')).toMatchObject({ type: webp });
    await files.removeTrashed(await Array.fromAsync(files.trashed()), site);
    expect(await Array.fromAsync(files.trashed())).toEqual([]);
  });

  test('lists every file once', async () => {
    await files.write('li/st-1.webp', Buffer.from('1'), webp);
    await files.write('li/st-2.webp', Buffer.from('22'), webp);
    const listed = await Array.fromAsync(files.list());
    const names = listed.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(listed).toContainEqual({ name: 'li/st-2.webp', size: 2, modified: expect.any(Date) });
    expect(names).toContain('li/st-1.webp');
    expect(names).not.toContain('go/ne-1.webp');
  });

  test.each(namesThatEscape)('refuses the name %j', async (name) => {
    await expect(files.write(name, Buffer.from('x'), webp)).rejects.toThrow(InvalidName);
    await expect(files.read(name)).rejects.toThrow(InvalidName);
    await expect(files.stat(name)).rejects.toThrow(InvalidName);
    await expect(files.remove([name], site)).rejects.toThrow(InvalidName);
    await expect(files.trash([name], site, new Date())).rejects.toThrow(InvalidName);
    expect(() => files.url(name)).toThrow(InvalidName);
    expect(files.nameOf(`/images/${name}`)).toBeNull();
  });

  test('never returns a partial file during repeated writes', async () => {
    const versions = ['a', 'b', 'c'].map((letter) => Buffer.from(letter.repeat(200_000)));
    await files.write('at/omic.webp', versions[0] as Buffer, webp);
    let writing = true;
    const write = async () => {
      for (let i = 0; i < 15; i += 1) await files.write('at/omic.webp', versions[i % 3] as Buffer, webp);
      writing = false;
    };
    const read = async () => {
      while (writing) {
        const text = (await content('at/omic.webp')) ?? '';
        expect(text.length).toBe(200_000);
        expect(new Set(text).size).toBe(1);
      }
    };
    await Promise.all(isLimited ? [write()] : [write(), read(), read()]);
  });

  test('file names can be derived from URLs', () => {
    expect(files.url('ab/abc-1.webp')).toBe('/images/ab/abc-1.webp');
    expect(files.nameOf('/images/ab/abc-1.webp')).toBe('ab/abc-1.webp');
    for (const other of [
      'https://example.org/images/ab/abc-1.webp',
      '/image/ab/abc-1.webp',
      'ab/abc-1.webp',
      '',
    ]) {
      expect(files.nameOf(other)).toBeNull();
    }
    expect(files.nameOf('/images/ab/abc-1.webp?x=1')).toBeNull();
  });
};
