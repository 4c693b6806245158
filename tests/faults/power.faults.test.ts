import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { report } from '../support/size.ts';
import { Disk, readRecord } from './power-cut.ts';
import { shim } from './shim.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'not-terrible-power-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Commits and cuts are counted, and a busy machine takes longer for them. */
const noTimeLimit = 0;

/** Pseudo-random numbers, the same in each run. */
function seededRandom(): () => number {
  let state = 20_261_115;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function recorded(flushes: string, commits: number): Promise<string> {
  const dataDir = join(folder, 'data');
  const record = join(folder, 'record');
  const writer = join(import.meta.dirname, 'power-writer.ts');
  mkdirSync(dataDir);
  const env = {
    PATH: process.env.PATH,
    LD_PRELOAD: shim(),
    SHIM_FOLDER: dataDir,
    SHIM_RECORD: record,
  };
  return new Promise((resolve) =>
    execFile(process.execPath, [writer, dataDir, String(commits), flushes], { env }, () => resolve(record)),
  );
}

/** Simulates power cuts at many points and counts acknowledged commits that are missing afterwards. */
async function lostBy(flushes: string, commits: number, cuts: number) {
  const operations = readRecord(await recorded(flushes, commits));
  const random = seededRandom();
  const disk = new Disk();
  const first = operations.findIndex(({ what }) => what === 'acknowledge');
  const points = new Set<number>();
  while (points.size < Math.min(cuts, (operations.length - first) / 2))
    points.add(first + Math.floor(random() * (operations.length - first)));
  const found = { cuts: 0, acknowledged: 0, lost: 0, corrupt: 0 };
  const place = join(folder, 'after');
  for (const [index, operation] of operations.entries()) {
    disk.apply(operation);
    if (!points.has(index)) continue;
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place);
    const [database = Buffer.alloc(0), wal = Buffer.alloc(0)] = disk.cut(random);
    writeFileSync(join(place, 'blog.sqlite'), database);
    writeFileSync(join(place, 'blog.sqlite-wal'), wal);
    found.cuts++;
    found.acknowledged += disk.acknowledged.size;
    try {
      const open = new DatabaseSync(join(place, 'blog.sqlite'));
      const held = new Set(
        open
          .prepare("select name from settings where name like 'power %'")
          .all()
          .map(({ name }) => Number(String(name).slice('power '.length))),
      );
      const [sound] = open.prepare('pragma integrity_check(1)').all();
      open.close();
      found.lost += disk.acknowledged.difference(held).size;
      if (sound?.integrity_check !== 'ok') found.corrupt++;
    } catch {
      // The tables are missing.
      found.corrupt++;
      found.lost += disk.acknowledged.size;
    }
  }
  report(
    `power cuts, ${flushes}: ${found.cuts} cuts over ${commits} commits, ${found.lost} of ${found.acknowledged} acknowledged rows lost, ${found.corrupt} corrupt`,
  );
  return found;
}

test(
  'a power cut at any point loses no acknowledged write',
  async () => {
    const found = await lostBy('flushed', 1000, 400);
    expect(found).toMatchObject({ cuts: 400, lost: 0, corrupt: 0 });
  },
  noTimeLimit,
);

test(
  'control: without a flush per commit, a power cut loses acknowledged writes',
  async () => {
    expect((await lostBy('unflushed', 150, 40)).lost).toBeGreaterThan(0);
  },
  noTimeLimit,
);
