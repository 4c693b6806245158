import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';

/** Pseudo-random numbers, the same for the same seed. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export type CorruptFile = { how: string; bytes: Buffer; wal?: Buffer };

/** A SQLite database of another program. */
function foreign(mark: number): Buffer {
  const database = new DatabaseSync(':memory:');
  database.exec(
    `pragma application_id = ${mark}; create table birds (name text); insert into birds values ('wren')`,
  );
  const bytes = Buffer.from(database.serialize());
  database.close();
  return bytes;
}

/** This many corrupt or foreign database files, of each kind in turn. */
export function corruptFiles(good: Buffer, count: number): CorruptFile[] {
  const random = seededRandom(7);
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(good);
    change(bytes);
    return bytes;
  };
  const page = 4096;
  const pages = good.length / page;
  const kinds: (() => CorruptFile)[] = [
    () => ({ how: 'text', bytes: Buffer.from('dear diary, '.repeat(10 + random(2000))) }),
    () => {
      const length = 1 + random(good.length - 1);
      return { how: `cut off at ${length}`, bytes: good.subarray(0, length) };
    },
    () => {
      const bits = 1 + random(40);
      const flip = (bytes: Buffer) => {
        for (let bit = 0; bit < bits; bit++) {
          const at = random(bytes.length);
          bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
        }
      };
      return { how: `${bits} bits flipped`, bytes: changed(flip) };
    },
    () => {
      const from = random(pages);
      const many = 1 + random(8);
      return {
        how: `${many} pages from ${from} zeroed`,
        bytes: changed((bytes) => bytes.fill(0, from * page, Math.min(bytes.length, (from + many) * page))),
      };
    },
    () => ({ how: 'a database of another program', bytes: foreign(0) }),
    () => {
      const from = random(pages);
      return {
        how: `page ${from} filled with letters`,
        bytes: changed((bytes) => bytes.fill('A', from * page, (from + 1) * page)),
      };
    },
    () => ({ how: 'another program, marked', bytes: foreign(0x12345678) }),
    () => {
      const [one, other] = [random(pages), random(pages)];
      const swap = (bytes: Buffer) => {
        good.copy(bytes, one * page, other * page, (other + 1) * page);
        good.copy(bytes, other * page, one * page, (one + 1) * page);
      };
      return { how: `pages ${one} and ${other} swapped`, bytes: changed(swap) };
    },
    () => ({ how: 'compressed', bytes: gzipSync(good) }),
    () => {
      const wal = Buffer.alloc(32 + random(40_000), random(256));
      return { how: 'with a corrupt write-ahead log', bytes: good, wal };
    },
    () => ({ how: 'empty', bytes: Buffer.alloc(0) }),
    () => {
      const bytes = 1 + random(99);
      return { how: `header of ${bytes} bytes lost`, bytes: changed((all) => all.fill(0, 0, bytes)) };
    },
  ];
  return Array.from({ length: count }, (_, index) => (kinds[index % kinds.length] as () => CorruptFile)());
}
