import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sanitize } from '../src/content/document/sanitize.ts';
import { fillTemplate } from '../src/features/mail/message/template.ts';
import { weekParts } from '../src/features/mail/newsletters/week-mail.ts';
import { postHtml } from '../src/features/mail/post/html.ts';
import { newsletterParts } from '../src/features/mail/queue/parts.ts';
import { checkHtml, type Page } from './support/html-checker.ts';

const url = 'https://blog.example.org';
const site = { site_name: 'A & B', theme_color: '#ffd400', language: 'en', url };

function post(file: string, language: string): Page {
  const content = sanitize(readFileSync(`demo/posts/${file}`, 'utf8'));
  const { html, darkStyles } = postHtml({
    content: `${content}<div class="gallery"><figure><img src="/images/a.webp" alt="a"></figure></div>`,
    url: `${url}/post/x`,
    language,
    findImage: () => ({ width: 1600, height: 900 }),
    findEmbed: () => null,
    jpegOf: (file) => file,
    isOwnFile: (file) => file.startsWith(`${url}/images/`),
  });
  const parts = newsletterParts(
    { ...site, language },
    {
      language,
      subject: 'A "post" <b>',
      preheader: 'It begins',
      html: `<h1>Title</h1>${html}`,
      text: '',
      darkStyles,
    },
  );
  return { name: `${file} ${language}`, html: parts.html.join(`${url}/subscribe/1`) };
}

function week(): Page {
  const entry = {
    url: `${url}/post/x`,
    description: 'About <it>',
    language: 'en',
    date: 'Today',
    category_ids: [],
  };
  const entries = ['One', 'Two & three'].map((title) => ({ ...entry, title }));
  const parts = weekParts({ kind: 'week', site, subject: 'Week', entries }, { isAll: true, categoryIds: [] });
  return { name: 'week', html: parts?.html.join(url) ?? '' };
}

const short: Page = {
  name: 'letter',
  html: fillTemplate({
    subject: 'A comment',
    language: 'de',
    site: { name: 'A & B', url },
    parts: ['Hello', { quote: 'Two\nlines' }, { label: 'Read', url }, { links: [{ label: 'One', url }] }],
    button: { label: 'Approve', url },
    reason: 'Because',
    stop: { label: 'Stop', url },
  }).html,
};

test('mails are valid HTML', async () => {
  const pages = [
    post('31-everything-this-editor-can-do.html', 'en'),
    post('32-everything-a-post-can-hold.html', 'en'),
    post('02-kyoto-in-the-rain.html', 'en'),
    week(),
    short,
  ];
  expect(await checkHtml(pages)).toEqual([]);
  // Programs that drop style elements show the links in the color of the site, made readable.
  expect(short.html).toMatch(/<a href="https:\/\/blog\.example\.org" style="color: #[\da-f]{6}">Read</);
});
