import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../docs/decisions');
const files = readdirSync(folder).filter((name) => /^\d{4}-.*\.md$/.test(name));
const index = readFileSync(join(folder, 'README.md'), 'utf8');

const link = String.raw`\[\d{4}\]\(\d{4}-[\w-]+\.md\)`;
const links = `${link}(?: and ${link})*`;
const statusForm = new RegExp(`^(?:accepted(?:, amended by ${links})?|superseded by ${links})$`);

type DecisionRecord = { title?: string; date?: string; status?: string };

function readRecord(text: string): DecisionRecord {
  return /^# (?<title>.+)\n\n- Date: (?<date>.+)\n- Status: (?<status>.+)\n\n/.exec(text)?.groups ?? {};
}

const targets = (text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => target);

test('decision records are numbered without gaps or duplicates', () => {
  expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, position) => position + 1));
});

describe.each(files)('%s', (file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  const { title, date, status } = readRecord(text);

  test('begins with a title, a date and a status', () => {
    expect(title).toBeDefined();
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(new Date(date ?? '').toISOString().slice(0, 10)).toBe(date);
    expect(status).toMatch(statusForm);
  });

  test('is listed in the README with its title, date and status', () => {
    expect(index.split('\n')).toContain(
      `| [${file.slice(0, 4)}](${file}) | ${title} | ${date} | ${status} |`,
    );
  });

  test('links only to files that exist', () => {
    expect(targets(text).filter((target) => !existsSync(join(folder, target)))).toEqual([]);
  });

  test('is superseded only by a later record', () => {
    if (!status?.startsWith('superseded')) return;
    for (const target of targets(status))
      expect(Number(target.slice(0, 4))).toBeGreaterThan(Number(file.slice(0, 4)));
  });
});
