import { expect, test } from 'vitest';
import { errorCode, listPage } from './s3-xml.ts';

const bytes = (text: string) => Buffer.from(text);
const modified = '2026-11-01T12:00:00.000Z';
const object = (key: string, size = '7', date = modified) =>
  `<Contents><Key>${key}</Key><LastModified>${date}</LastModified><ETag>"a"</ETag><Size>${size}</Size>` +
  '<Owner><ID>x</ID></Owner></Contents>';
const list = (content: string, truncated = 'false') =>
  bytes(
    `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">` +
      `<Name>b</Name><IsTruncated>${truncated}</IsTruncated>${content}</ListBucketResult>`,
  );

test('reads objects and the token of the next page', () => {
  const token = '<NextContinuationToken>a&amp;b==</NextContinuationToken>';
  expect(listPage(list(token + object('a/b &lt;c&gt;&#x20ac;') + object('d', '0'), 'true'))).toEqual({
    objects: [
      { key: 'a/b <c>€', size: 7, modified: new Date(modified) },
      { key: 'd', size: 0, modified: new Date(modified) },
    ],
    next: 'a&b==',
  });
  expect(listPage(list(''))).toEqual({ objects: [], next: undefined });
});

test('decodes keys that the store encoded, and only those', () => {
  const key = (page: Buffer) => listPage(page).objects[0]?.key;
  expect(key(list(`<EncodingType>url</EncodingType>${object('a%2Fb+c%0B')}`))).toBe('a/b c\u000B');
  expect(key(list(object('a%2Fb+c')))).toBe('a%2Fb+c');
});

test.each([
  ['nothing', ''],
  ['HTML', '<!doctype html><title>Welcome</title>'],
  ['another document', '<Error><Code>X</Code></Error>'],
  ['half a document', list(object('a')).toString().slice(0, -20)],
  ['two documents', list(object('a')).toString().repeat(2)],
  ['no word about more', '<ListBucketResult></ListBucketResult>'],
  ['more without a token', list('', 'true').toString()],
  ['an object without a key', list(object('')).toString()],
  ['an object with an odd size', list(object('a', '-1')).toString()],
  ['an object with an odd date', list(object('a', '1', 'yesterday')).toString()],
  ['an entity of its own', `<!DOCTYPE x [<!ENTITY e "a">]>${list(object('&e;')).toString().slice(39)}`],
  [
    'a document type',
    '<!DOCTYPE ListBucketResult><ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>',
  ],
])('refuses %s', (_, text) => {
  expect(() => listPage(bytes(text))).toThrow();
});

test('refuses bytes that are not UTF-8', () => {
  const page = list(object('aXb'));
  page[page.indexOf('aXb') + 1] = 0xff;
  expect(() => listPage(page)).toThrow();
});

test('reads the code of an error, and nothing from other documents', () => {
  expect(errorCode(bytes('<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Key>Code</Key></Error>'))).toBe(
    'NoSuchKey',
  );
  for (const other of [
    '',
    '<html><h1>Bad gateway',
    '{"Code":"NoSuchKey"}',
    '<Other><Code>NoSuchKey</Code></Other>',
  ])
    expect(errorCode(bytes(other))).toBeUndefined();
});
