import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import type { OwnRows } from '../../items.ts';

export type Record = Readonly<globalThis.Record<string, unknown>>;

/** Files that are read as a whole; those that grow with the blog are read by line. */
const maxWholeLength = 64_000_000;

export async function wholeFile(source: Source, name: string): Promise<Record> {
  const entry = source.entry(name);
  if (!entry) return {};
  if (entry.bytes > maxWholeLength) throw new Error(`${name} is larger than ${maxWholeLength / 1e6} MB.`);
  return JSON.parse(await text(await entry.open()));
}

/** The records of a list in a file of the export, which has each of them on a line of its own. */
export async function* recordsOf(source: Source, name: string, list: string): AsyncGenerator<Record> {
  const entry = source.entry(name);
  if (!entry) return;
  let isInside = false;
  for await (const line of linesOf(entry)) {
    if (line === `"${list}": [`) isInside = true;
    else if (isInside && line.startsWith(']')) return;
    else if (isInside && line !== '') yield JSON.parse(line.replace(/,$/, '')) as Record;
  }
  if (!isInside) throw new Error(`${name} has no list "${list}", or was changed by another program.`);
}

/** Counts the lines of each list, without reading what is in them. */
export async function countLines(source: Source, name: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const entry = source.entry(name);
  let list = '';
  for await (const line of entry ? linesOf(entry) : []) {
    const opening = /^"(\w{1,50})": \[$/.exec(line);
    if (opening) list = opening[1] ?? '';
    else if (line.startsWith('{"')) counts.set(list, (counts.get(list) ?? 0) + 1);
  }
  return counts;
}

async function* linesOf(entry: SourceEntry): AsyncGenerator<string> {
  yield* createInterface({ input: await entry.open(), crlfDelay: Number.POSITIVE_INFINITY });
}

/** The row that a record is; everything else of it is for other programs. */
export const ownRow = (table: string, record: Record): OwnRows['rows'][number] => ({
  table,
  row: Object.fromEntries(
    Object.entries(record).filter(
      (field): field is [string, string | number | null] =>
        field[1] === null || typeof field[1] === 'string' || typeof field[1] === 'number',
    ),
  ),
});

/** The stored files of images, recordings or previews, by their names. */
export const filesOf = (records: readonly Record[]): Map<string, string> =>
  new Map(records.flatMap(fileNames).map((name) => [name, `images/${name}`]));

/** The names of the stored files of an image, a recording or a preview, smallest first. */
export function fileNames({ variants, image }: Record): string[] {
  const json = variants ?? image;
  if (typeof json !== 'string') return [];
  const stored: unknown = JSON.parse(json);
  const list = Array.isArray(stored) ? stored : (stored as { variants?: unknown })?.variants;
  return Array.isArray(list) ? list.flatMap(({ name }) => (typeof name === 'string' ? [name] : [])) : [];
}
