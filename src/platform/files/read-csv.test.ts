import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { csvRows } from './read-csv.ts';

const rowsOf = async (text: string, size: number) => {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  const entry = { path: 'a.csv', bytes: bytes.length, open: async () => Readable.from(chunks) };
  return Array.fromAsync(csvRows(entry), (row) => ({ ...row }));
};

test.each([1, 2, 3, 1000])('quotes, line breaks and missing fields, in pieces of %i bytes', async (size) => {
  const text =
    '\uFEFFid,Post Date,text\r\n1,2024-01-02,"a ""b"", c\nsecond line"\r\n2,,\n"3","é",""""\n4,"",plain "quoted" text\r\n\r\n5';
  expect(await rowsOf(text, size)).toEqual([
    { id: '1', post_date: '2024-01-02', text: 'a "b", c\nsecond line' },
    { id: '2', post_date: '', text: '' },
    { id: '3', post_date: 'é', text: '"' },
    { id: '4', post_date: '', text: 'plain quoted text' },
    { id: '5', post_date: '', text: '' },
  ]);
});
