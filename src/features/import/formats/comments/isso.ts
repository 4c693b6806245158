import { instant } from '../../../../platform/files/dates.ts';
import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { readBeginning, readText } from '../../../../platform/files/text-file.ts';
import { cleanText } from '../../../../platform/http/api/plain-text.ts';
import type { SourceItem } from '../../items.ts';
import { pageUnknown } from '../../messages/imports.ts';
import { jsonValues } from '../../sources/json-stream.ts';
import { commentItem } from '../common-items.ts';
import { readerOf, type SourceCounts } from '../reader.ts';
import { countRows, type IssoRow, issoRows } from './isso-database.ts';

/** States of a comment in Isso. */
const pending = 2;
const deleted = 4;
/** Larger JSON files are not counted: a plain count needs all of it in memory. */
const countedBytes = 64 * 1024 * 1024;
const schemaBytes = 65_536;
/** An export is one file, perhaps among a few others. */
const maxFiles = 20;

export const reader = readerOf(findExports, count, readAll);

async function count(exports: Export[]): Promise<SourceCounts> {
  let total = 0;
  for (const { entry, isDatabase } of exports) {
    if (!isDatabase && entry.bytes > countedBytes) return new Map();
    total += isDatabase ? await countRows(entry) : await countInJson(entry);
  }
  return new Map([['comment', total]]);
}

type Export = { entry: SourceEntry; isDatabase: boolean };

async function findExports({ entries }: Source): Promise<Export[] | null> {
  const found: Export[] = [];
  for (const entry of entries.length > maxFiles ? [] : entries) {
    const isNamed = /\.(?:db|sqlite3?|json)$/i.test(entry.path);
    if (!isNamed && entries.length > 1) continue;
    const beginning = await readBeginning(entry, schemaBytes);
    const isDatabase = /^SQLite format 3\0/.test(beginning);
    if (isDatabase ? isIssoSchema(beginning) : isIssoJson(beginning)) found.push({ entry, isDatabase });
  }
  return found.length > 0 ? found : null;
}

/** The first page of a database contains the statements that created its tables. */
const isIssoSchema = (page: string): boolean =>
  /CREATE TABLE\s{1,9}["'`]?comments\b/i.test(page) && /\btid\b/.test(page) && /\bvoters\b/.test(page);

const isIssoJson = (text: string): boolean =>
  /^\uFEFF?\s{0,1000}\[\s{0,1000}\{/.test(text) &&
  /"comments"\s{0,9}:\s{0,9}\[/.test(text) &&
  (/"remote_addr"\s{0,9}:/.test(text) || (/"author"\s{0,9}:/.test(text) && /"created"\s{0,9}:/.test(text)));

type JsonThread = { id?: unknown; title?: unknown; comments?: unknown };

async function countInJson(entry: SourceEntry): Promise<number> {
  const threads = JSON.parse((await readText(entry, countedBytes)).replace(/^\uFEFF/, '')) as JsonThread[];
  return threads.reduce((sum, { comments }) => sum + (Array.isArray(comments) ? comments.length : 0), 0);
}

async function* readAll(exports: Export[]): AsyncGenerator<SourceItem> {
  for (const { entry, isDatabase } of exports) {
    for await (const row of isDatabase ? issoRows(entry) : jsonRows(entry)) yield readComment(row);
  }
}

/** Ids of comments in JSON are unique in their thread only. */
async function* jsonRows(entry: SourceEntry): AsyncGenerator<IssoRow> {
  for await (const { value } of jsonValues(entry, (path) => path.length === 1)) {
    const { id, comments } = (value ?? {}) as JsonThread;
    const uri = typeof id === 'string' ? id : '';
    for (const comment of Array.isArray(comments) ? comments : [])
      if (comment !== null && typeof comment === 'object') yield { ...comment, uri, within: `${uri} ` };
  }
}

const keyOf = (row: IssoRow, id: unknown) => `comment-${row.within ?? ''}${String(id)}`;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function readComment(row: IssoRow): SourceItem {
  const address = textOf(row.uri).trim();
  return commentItem({
    key: keyOf(row, row.id),
    parent: row.parent ? keyOf(row, row.parent) : '',
    leftOut: row.mode === deleted ? 'It was deleted in Isso.' : address === '' ? pageUnknown : undefined,
    post: { address },
    name: textOf(row.author).trim(),
    url: textOf(row.website).trim(),
    // Markdown stays as it was typed, which includes the URLs of links.
    text: cleanText(textOf(row.text).replace(/\r\n?/g, '\n')).trim(),
    date: instant(row.created),
    approved: row.mode !== pending,
  });
}
