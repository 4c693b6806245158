import { expect, test } from 'vitest';
import type { Embed } from './embed.ts';
import { renderContent } from './render.ts';

const url = 'https://www.example.org/film?a=1&amp;b=2';
const post = `<figure class="embed"><a href="${url}">${url}</a></figure>`;
const film: Embed = {
  url: 'https://www.example.org/film?a=1&b=2',
  provider: 'Films',
  title: 'A <b>film</b>',
  author: 'A director',
  text: '',
  codeFile: '',
  player: 'https://player.example.org/1?x="><script>',
  width: 640,
  height: 360,
  image: { src: '/images/a.webp', srcset: '/images/a.webp 320w', width: 320, height: 180, color: '#102030' },
};
const rendered = (embed: Embed | null) =>
  renderContent(post, { findEmbed: (asked) => (asked === film.url ? embed : null) });

test('an unknown page is a link with its host', () => {
  expect(rendered(null)).toBe(
    `<figure class="embed"><a href="${url}"><span class="embed-title">example.org</span><span class="embed-source">${url}</span></a></figure>`,
  );
});

test('a known page shows its image, title and source; its player is only named', () => {
  const html = rendered(film);
  expect(html).toContain('data-player="https://player.example.org/1?x=&quot;&gt;&lt;script&gt;"');
  expect(html).toContain('data-ratio="640 / 360"');
  expect(html).toContain('<span class="embed-title">A &lt;b&gt;film&lt;/b&gt;</span>');
  expect(html).toContain('<span class="embed-source">A director · Films</span>');
  expect(html).toContain('<img src="/images/a.webp" srcset="/images/a.webp 320w"');
  expect(html).toContain('player.example.org</span>');
  expect(html).not.toMatch(/<iframe|<script/);
});

test('a short post shows its words, shortened, and a snippet its code', () => {
  const words = 'word '.repeat(300);
  expect(rendered({ ...film, text: words, image: null })).toMatch(
    /<span class="embed-quote">(?:word ){10,130}word…<\/span>/,
  );
  const code = rendered({ ...film, text: 'const a = 1;\n'.repeat(60), codeFile: 'a.ts', player: null });
  expect(code).toContain('<pre tabindex="0"><code>');
  expect(code.match(/hljs-keyword/g)).toHaveLength(40);
  expect(code).not.toContain('embed-quote');
  expect(code).not.toContain('data-player');
});
