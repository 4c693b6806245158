import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { jsonValues } from './json-stream.ts';

const text = JSON.stringify(
  {
    meta: { version: '5.1', 'odd "name"\\': { posts: [{ id: 0 }] } },
    data: {
      posts: [
        { id: 1, text: 'a "quoted" \\ } ] , : text ü 😀' },
        { id: 2, tags: [{ name: 'x' }, []] },
        3,
        null,
        'end]',
      ],
      empty: [],
      settings: { title: 'T', more: { posts: [1] } },
    },
    last: -1.5e3,
  },
  null,
  1,
);

const entryOf = (json: string, size: number) => {
  const bytes = Buffer.from(json);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  return { path: 'a.json', bytes: bytes.length, open: async () => Readable.from(chunks) };
};

const wanted = new Set([
  'data.posts.*',
  'data.empty.*',
  'data.settings',
  'meta.version',
  'last',
  'meta.odd "name"\\.posts.*',
]);
const read = (json: string, size: number) =>
  Array.fromAsync(
    jsonValues(entryOf(json, size), (path) => wanted.has(path.join('.'))),
    ({ path, value }) => [path.join('.'), value],
  );

test.each([1, 2, 7, 10_000])('finds wanted values in pieces of %i bytes', async (size) => {
  const { data, meta } = JSON.parse(text);
  const expected = [
    ['meta.version', meta.version],
    ['meta.odd "name"\\.posts.*', { id: 0 }],
    ...data.posts.map((post: unknown) => ['data.posts.*', post]),
    ['data.settings', data.settings],
    ['last', -1500],
  ];
  expect(await read(text, size)).toEqual(expected);
  expect(await read(JSON.stringify(JSON.parse(text)), size)).toEqual(expected);
});

test('a file that ends early, or is not JSON, is refused', async () => {
  await expect(read(text.slice(0, -20), 100)).rejects.toThrow('ends early');
  await expect(read('{"last": tru, "x": 1}', 100)).rejects.toThrow('not valid JSON');
});
