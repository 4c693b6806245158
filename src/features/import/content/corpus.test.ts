import { expect, test } from 'vitest';
import { convertForeignHtml } from './convert.ts';

/** The same numbers each time. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

const words = 'tea cup [sic] river 图像 naïve C++ "quoted" 3 < 4 a&b [1] walk rain — über'.split(' ');

type Part = { html: string; text: string; images?: string[] };
type Make = (text: string, number: number, escaped: string) => Part;

const image = (number: number) => `https://blog.example.org/uploads/${number}-300x200.jpg`;

/** Shapes of posts, each with the text that readers see of it, which does not come from the code under test. */
const shapes: Make[] = [
  (text, _number, escaped) => ({ html: `${escaped}\n${escaped}\n\n`, text: text + text }),
  (text, _number, escaped) => ({ html: `<p align="center">${escaped}</p>\n`, text }),
  (text, _number, escaped) => ({ html: `<b>${escaped}\n\n${escaped}</b>\n\n`, text: text + text }),
  (text, _number, escaped) => ({
    html: `<ul>\n<li>${escaped}</li>\n<li>${escaped}\n</li></ul>`,
    text: text + text,
  }),
  (text, _number, escaped) => ({
    html: `<table><tr><td>${escaped}</td>\n<td>${escaped}</td></tr></table>`,
    text: text + text,
  }),
  (text, _number, escaped) => ({
    html: `<center><font color="red" size="3">${escaped}</font></center>`,
    text,
  }),
  (text, _number, escaped) => ({
    html: `<div style="margin: 0"><span style="font-weight: bold">${escaped}</span></div>`,
    text,
  }),
  (text, _number, escaped) => ({ html: `<!-- a comment -->${escaped}<!--more-->\n\n`, text }),
  (text, _number, escaped) => ({
    html: `<pre class="brush: js">${escaped}\n\n  ${escaped}</pre>`,
    text: text + text,
  }),
  (text) => ({ html: `[code lang="php"]<b>${text}</b>[/code]`, text: `<b>${text}</b>` }),
  (text, _number, escaped) => ({
    html: `[my_plugin a="1"]${escaped}[/my_plugin]\n\n`,
    text: `[my_plugina="1"]${text}[/my_plugin]`,
  }),
  (text, _number, escaped) => ({ html: `[[caption]] ${escaped}\n\n`, text: `[caption]${text}` }),
  (text, number, escaped) => ({
    html: `[caption id="x" width="300"]<a href="/x"><img src="${image(number)}" /></a> ${escaped}[/caption]\n\n`,
    text,
    images: [image(number)],
  }),
  (text, number, escaped) => ({
    html: `${escaped} <img src="data:image/gif;base64,AA" data-src="${image(number)}"><noscript><img src="${image(number)}"></noscript>\n\n`,
    text,
    images: [image(number)],
  }),
  (text, _number, escaped) => ({
    html: `<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>\n${escaped}\n\n`,
    text,
  }),
  (text, _number, escaped) => ({
    html: `\n\nhttps://www.youtube.com/watch?v=abcdefghijk\n\n${escaped}\n\n`,
    text,
  }),
  (text, _number, escaped) => ({ html: `<script>document.write("x")</script>${escaped}\n\n`, text }),
  (text, _number, escaped) => ({
    html: `<blockquote>${escaped}<cite>${escaped}</cite></blockquote>`,
    text: text + text,
  }),
  (text, _number, escaped) => ({ html: `<h2><a name="x"></a>${escaped}</h2>\n<hr />\n`, text }),
  (text, _number, escaped) => ({
    html: `<p class="MsoNormal"><o:p>&nbsp;</o:p>${escaped}</p><textarea>${escaped}</textarea>`,
    text: text + text,
  }),
];

const blocks: Make[] = [
  (text, _number, escaped) => ({
    html: `<!-- wp:paragraph -->\n<p>${escaped}</p>\n<!-- /wp:paragraph -->\n\n`,
    text,
  }),
  (text, number, escaped) => ({
    html: `<!-- wp:image {"id":1} -->\n<figure class="wp-block-image"><img src="${image(number)}" alt=""/><figcaption>${escaped}</figcaption></figure>\n<!-- /wp:image -->\n\n`,
    text,
    images: [image(number)],
  }),
  (text, _number, escaped) => ({
    html: `<!-- wp:quote -->\n<blockquote class="wp-block-quote"><p>${escaped}</p><cite>${escaped}</cite></blockquote>\n<!-- /wp:quote -->`,
    text: text + text,
  }),
  (text, _number, escaped) => ({
    html: `<!-- wp:code --><pre class="wp-block-code"><code>${escaped}</code></pre><!-- /wp:code -->`,
    text,
  }),
  (text, number, escaped) => ({
    html: `<!-- wp:cover {"url":"${image(number)}"} --><div class="wp-block-cover" style="background-image:url(${image(number)})"><p>${escaped}</p></div><!-- /wp:cover -->`,
    text,
    images: [image(number)],
  }),
  (text, _number, escaped) => ({
    html: `<!-- wp:details --><details class="wp-block-details"><summary>${escaped}</summary><p>${escaped}</p></details><!-- /wp:details -->`,
    text: text + text,
  }),
];

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function plain(html: string): string {
  return html
    .replace(/<figure class="embed">.*?<\/figure>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', '')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, '');
}

test('of 1,000 posts of many shapes the text is that of the source, and no image is lost', () => {
  const pick = random(42);
  let equal = 0;
  for (let number = 0; number < 1000; number += 1) {
    const makers = number % 3 === 0 ? blocks : shapes;
    const parts = Array.from({ length: 2 + pick(8) }, (_, index) => {
      const text = Array.from({ length: 1 + pick(6) }, () => words[pick(words.length)] ?? '').join(' ');
      return (makers[pick(makers.length)] as Make)(text, number * 100 + index, escapeText(text));
    });
    const { html, remarks } = convertForeignHtml(parts.map((part) => part.html).join(''), {
      wordpress: true,
    });
    const expected = parts
      .map((part) => part.text)
      .join('')
      .replace(/\s+/g, '');
    const isEqual = plain(html) === expected;
    if (isEqual) equal += 1;
    else expect(remarks).not.toEqual([]);
    for (const src of parts.flatMap(({ images = [] }) => images)) expect(html).toContain(`src="${src}"`);
  }
  expect(equal).toBeGreaterThanOrEqual(995);
});
