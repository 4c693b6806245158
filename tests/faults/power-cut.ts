import { readFileSync } from 'node:fs';

type Operation = {
  what: 'write' | 'truncate' | 'flush' | 'acknowledge';
  file: number;
  offset: number;
  data: Buffer;
};

const names: Record<string, Operation['what']> = { W: 'write', M: 'acknowledge', T: 'truncate', S: 'flush' };
const headBytes = 14;

export function readRecord(file: string): Operation[] {
  const bytes = readFileSync(file);
  const operations: Operation[] = [];
  for (let at = 0; at + headBytes <= bytes.length; ) {
    const what = names[String.fromCharCode(bytes[at] ?? 0)];
    const length = bytes.readUInt32LE(at + 10);
    if (!what) throw new Error('The record of disk operations is invalid.');
    operations.push({
      what,
      file: bytes[at + 1] ?? 0,
      offset: Number(bytes.readBigInt64LE(at + 2)),
      data: bytes.subarray(at + headBytes, at + headBytes + length),
    });
    at += headBytes + length;
  }
  return operations;
}

/** A simulated disk. Flushed data survives a power cut; later writes may survive in part or not at all. */
export class Disk {
  readonly #kept: Buffer[] = [Buffer.alloc(0), Buffer.alloc(0)];
  readonly #waiting: Operation[][] = [[], []];
  readonly acknowledged = new Set<number>();

  apply(operation: Operation): void {
    if (operation.what === 'acknowledge') {
      this.acknowledged.add(Number(operation.data.toString()));
      return;
    }
    const waiting = this.#waiting[operation.file];
    if (!waiting) return;
    if (operation.what !== 'flush') {
      waiting.push(operation);
      return;
    }
    for (const one of waiting) this.#kept[operation.file] = done(this.#kept[operation.file], one);
    waiting.length = 0;
  }

  /** The files after a power cut; `random` decides for each unflushed sector whether it survives. */
  cut(random: () => number): Buffer[] {
    return this.#kept.map((kept, file) => {
      const waiting = this.#waiting[file] ?? [];
      const ends = waiting.map(({ offset, data }) => offset + data.length);
      const content = Buffer.alloc(Math.max(kept.length, ...ends));
      kept.copy(content);
      let length = kept.length;
      const share = random();
      for (const { what, offset, data } of waiting)
        for (let from = 0; from < Math.max(1, data.length); from += 512) {
          if (random() >= share) continue;
          if (what === 'truncate') {
            content.fill(0, offset);
            length = offset;
            continue;
          }
          const end = data.copy(content, offset + from, from, from + 512) + offset + from;
          length = Math.max(length, end);
        }
      return content.subarray(0, length);
    });
  }
}

function done(content: Buffer = Buffer.alloc(0), { what, offset, data }: Operation): Buffer {
  if (what === 'truncate') {
    const cut = Buffer.alloc(offset);
    content.copy(cut);
    return cut;
  }
  const end = offset + data.length;
  let grown = content;
  if (content.length < end) {
    grown = Buffer.alloc(end);
    content.copy(grown);
  }
  data.copy(grown, offset);
  return grown;
}
