import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readHandbook, startPage } from '../src/features/handbook/handbook.ts';
import { version } from '../src/platform/process/package-root.ts';

/** Writes the handbook as a static site with search into a folder: `npm run docs -- FOLDER`. */
const folder = path.resolve(process.argv[2] ?? 'release/handbook');
const urlOf = (name: string) => (name === startPage ? 'index.html' : `${name}.html`);
const docs = path.resolve(import.meta.dirname, '../docs');
const pages = readHandbook(docs, urlOf);

const style = `:root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: 1rem; align-items: baseline; }
h1, h2, h3 { line-height: 1.25; }
.table, pre { overflow-x: auto; }
:is(th, td) { padding: 0.4rem; border-block-end: 1px solid color-mix(in srgb, currentColor 20%, transparent); text-align: start; vertical-align: top; }
pre { padding: 0.75rem; background: color-mix(in srgb, currentColor 6%, transparent); }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid color-mix(in srgb, currentColor 25%, transparent); }
img { max-inline-size: 100%; block-size: auto; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
.anchor { display: none; }
input { font: inherit; padding: 0.3rem 0.5rem; }
`;

/** The index is loaded when someone begins to search. */
const search = `const field = document.querySelector('[type=search]');
const list = document.querySelector('#hits');
let index;
field.addEventListener('input', async () => {
  index ??= await (await fetch('search.json')).json();
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const hits = words.length ? index.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word))) : [];
  list.replaceChildren(...hits.slice(0, 20).map(({ url, title, text }) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = url;
    link.textContent = title;
    item.append(link, document.createElement('br'), text.slice(0, 140) + ' …');
    return item;
  }));
});
`;

const documentOf = (title: string, html: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Not Terrible ${version}</title>
<link rel="stylesheet" href="style.css">
<header><a href="index.html">The handbook of Not Terrible ${version}</a> <label>Search <input type="search"></label></header>
<ul id="hits" aria-live="polite"></ul>
<main>
<h1>${title}</h1>
${html}
</main>
<script src="search.js" type="module"></script>
</html>
`;

mkdirSync(folder, { recursive: true });
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
for (const { name, title, html } of pages.values()) write(urlOf(name), documentOf(title, html));
const index = [...pages.values()].flatMap(({ name, title, sections }) =>
  sections.map(({ heading, id, text }) => ({
    url: urlOf(name) + (id && `#${id}`),
    title: heading && heading !== title ? `${title}: ${heading}` : title,
    text: `${title} ${heading} ${text}`,
  })),
);
write('search.json', JSON.stringify(index));
write('search.js', search);
write('style.css', style);
cpSync(path.join(docs, 'screenshots'), path.join(folder, 'screenshots'), { recursive: true });
console.log(`${pages.size} pages are in ${folder}`);
