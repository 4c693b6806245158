import { expect, test } from 'vitest';
import { readingMinutes } from './reading-time.ts';

test.each([
  ['nothing', '', 1],
  ['one word', 'Tea.', 1],
  ['English', 'Don’t read well-known words. '.repeat(230), 4],
  ['Russian', 'чай '.repeat(460), 2],
  ['Arabic, which is read more slowly', 'شاي '.repeat(460), 3],
  ['Japanese, whose words have no spaces', '東京でお茶を飲んだ。'.repeat(100), 2],
  ['Thai', 'ดื่มชา'.repeat(450), 3],
  ['two scripts', `${'tea '.repeat(460)}${'茶'.repeat(1000)}`, 4],
  ['numbers and punctuation', '— 1,5 % … 3'.repeat(10), 1],
])('%s', (_, text, minutes) => {
  expect(readingMinutes(text)).toBe(minutes);
});
