import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { readHandbook, searchHandbook } from '../src/features/handbook/handbook.ts';
import { adminModules } from '../src/modules/admin.ts';

/*
 * The handbook may only say what the program does: words in *italics* are on a screen, sentences in “quotation marks” are messages
 * (with … for what differs), `CAPITALS_WITH_UNDERSCORES` are settings and `not-terrible NAME` or `npm run NAME` commands.
 */

const root = path.join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const pages = globSync('docs/handbook/*.md', { cwd: root }).map((name) => ({
  name: path.basename(name),
  text: read(name).replace(/```.*?```/gs, (code) => code.replaceAll(/[*“”]/g, ' ')),
}));
const handbook = readHandbook(path.join(root, 'docs'), (name) => `/${name}`);

const squeezed = (text: string) => text.replace(/\s+/g, ' ');
/** All texts of the program in one line, so that a message is found where the code wraps it. */
const sources = squeezed(
  globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: (name) => /\.test\.tsx?$/.test(String(name)) })
    .map((name) => read(name).replace(/['`"] \+\s+['`"]/g, ''))
    .join('\n')
    .replaceAll("\\'", "'"),
);

const found = (pattern: RegExp) =>
  pages.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([, what = '']) => ({ name, what })));
const missing = (all: readonly { name: string; what: string }[], exists: (what: string) => boolean) =>
  all.filter(({ what }) => !exists(what)).map(({ name, what }) => `${name}: ${what}`);

test('messages and names on screens exist', () => {
  const messages = found(/“([^”]+)”/g);
  const names = found(/(?<![*\w])\*([^*\n]+(?:\n[^*\n]+)?)\*(?![*\w])/g);
  expect(messages.length).toBeGreaterThan(40);
  expect(names.length).toBeGreaterThan(60);
  const isInSources = (text: string) =>
    squeezed(text)
      .split('…')
      .map((part) => part.trim())
      .filter((part) => /\w/.test(part))
      .every((part) => sources.includes(part) || sources.includes(part.replace(/[.:,]$/, '')));
  expect(missing([...messages, ...names], isInSources)).toEqual([]);
});

test('settings exist', () => {
  const settings = found(/`([A-Z][A-Z\d]*_[A-Z_\d]*[A-Z\d])(?:[ =][^`]*)?`/g);
  expect(settings.length).toBeGreaterThan(20);
  const known = new Set([...read('.env.example').matchAll(/^#([A-Z_\d]+)=/gm)].map(([, name]) => name));
  expect(missing(settings, (name) => known.has(name))).toEqual([]);
});

test('commands exist', () => {
  const scripts: Record<string, string> = packageJson.scripts;
  const cli = read('src/commands/cli.ts');
  const commands = found(/(?:not-terrible|npm run) ([a-z]+)\b/g);
  expect(commands.length).toBeGreaterThan(20);
  expect(missing(commands, (name) => name in scripts || cli.includes(`  ${name}: {`))).toEqual([]);
  const tasks = found(/not-terrible admin ([a-z-]+)/g);
  const admin = read('src/core/accounts/command.ts');
  expect(missing(tasks, (name) => new RegExp(`^ {2}'?${name}'?: `, 'm').test(admin))).toEqual([]);
});

test('links lead to headings that exist', () => {
  const links = [...handbook.values()].flatMap(({ name, html }) =>
    [...html.matchAll(/<a href="\/([\w-]+)#([^"]+)"/g)].map(([, page = '', id = '']) => ({ name, page, id })),
  );
  expect(links.length).toBeGreaterThan(8);
  const isHeading = (page: string, id: string) => handbook.get(page)?.sections.some((part) => part.id === id);
  expect(links.filter(({ page, id }) => !isHeading(page, id))).toEqual([]);
});

test('the start page leads to every page', () => {
  const start = handbook.get('README')?.html ?? '';
  expect([...handbook.keys()].filter((name) => name !== 'README' && !start.includes(`"/${name}"`))).toEqual(
    [],
  );
});

test('pictures exist in both schemes and say what they show; each is shown', () => {
  const shown = found(/!\[[^\]]{20,}\]\(\.\.\/screenshots\/([\w-]+)\.webp\)/g);
  expect(found(/(!\[)/g)).toHaveLength(shown.length);
  const readme = [...read('README.md').matchAll(/screenshots\/([\w-]+)\.webp/g)].map(([, name = '']) => name);
  const names = new Set([...shown.flatMap(({ what }) => [what, `${what}-dark`]), ...readme]);
  expect(globSync('*.webp', { cwd: path.join(root, 'docs/screenshots') }).sort()).toEqual(
    [...names].map((name) => `${name}.webp`).sort(),
  );
  expect(handbook.get('writing')?.html).toContain('srcset="screenshots/editor-dark.webp"');
});

test('every link of the admin area names a page of the handbook', () => {
  const links = adminModules.flatMap(({ links = [] }) => links);
  expect(links.filter(({ help = '' }) => !handbook.has(help)).map(({ path }) => path)).toEqual([]);
});

test('a search finds the sections with all words, headings first', () => {
  const hits = searchHandbook(handbook.values(), 'Mails arrive');
  expect(hits[0]).toMatchObject({ page: 'troubleshooting', heading: 'Mails do not arrive' });
  expect(searchHandbook(handbook.values(), 'localhost 421').map(({ page }) => page)).toContain(
    'troubleshooting',
  );
  expect(searchHandbook(handbook.values(), 'no-such-word')).toEqual([]);
  expect(searchHandbook(handbook.values(), ' ')).toEqual([]);
});
