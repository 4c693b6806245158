import { describe, expect, test } from 'vitest';
import type { Reading } from './mention.ts';
import { readSource } from './read-source.ts';

const target = 'https://blog.example.org/post/a-walk';
const url = 'https://alice.example.net/2026/reply';

const read = (body: string, type = 'text/html; charset=utf-8', at = url): Reading =>
  readSource({ bytes: Buffer.from(body), type, url: at }, target);
const mentionIn = (html: string) => read(html).mention;

describe('a page links to the target', () => {
  test.each([
    `<a href="${target}">x</a>`,
    `<p>a<b>b<a class=x href=" ${target} ">x</a>`,
    `<img src="${target}">`,
    `<video src="${target}"></video>`,
    `<audio src="${target}"></audio>`,
    `<blockquote cite="${target}">x</blockquote>`,
    `<a href="HTTPS://BLOG.example.org:443/post/./a-walk">x</a>`,
    `<a href="//blog.example.org/post/a-walk">x</a>`,
    `<base href="https://blog.example.org/post/"><a href="a-walk">x</a>`,
    `<html><head><base href="https://blog.example.org/"></head><body><a href="/post/a-walk">x</a>`,
  ])('%s', (html) => {
    expect(mentionIn(html)).toMatchObject({ kind: 'mention' });
  });

  test.each([
    'No link.',
    target,
    `<p>${target}</p>`,
    `<!-- <a href="${target}">x</a> -->`,
    `<script>"<a href='${target}'>"</script>`,
    `<script src="${target}"></script>`,
    `<style>a { background: url(${target}) }</style>`,
    `<template><a href="${target}">x</a></template>`,
    `<noscript><a href="${target}">x</a></noscript>`,
    `<textarea><a href="${target}">x</a></textarea>`,
    `<a href="${target}?other">x</a>`,
    `<a href="${target}/">x</a>`,
    `<a href="${target}#part">x</a>`,
    `<a href="https://other.example.org/post/a-walk">x</a>`,
    `<a href="/post/a-walk">x</a>`,
    `<base href="https://other.example.org/"><a href="/post/a-walk">x</a>`,
    `<base href="https://other.example.org/"><base href="https://blog.example.org/"><a href="/post/a-walk">x</a>`,
    `<a title="${target}" data-href="${target}">x</a>`,
    `<base href="${target}">`,
    `<meta http-equiv="refresh" content="0; url=${target}">`,
  ])('but not: %s', (html) => {
    expect(mentionIn(html)).toBeNull();
  });

  test('in plain text and in JSON', () => {
    expect(read(`I read ${target}.`, 'text/plain').mention).toMatchObject({
      author: { name: 'alice.example.net', url: null },
      text: url,
    });
    expect(read(`I read ${target}-more and ${target}/`, 'text/plain').mention).toBeNull();
    expect(read(JSON.stringify({ a: [{ b: target }] }), 'application/json').mention).not.toBeNull();
    expect(read(JSON.stringify({ [target]: 'x' }), 'application/json').mention).toBeNull();
    expect(read(JSON.stringify({ a: `See ${target}` }), 'application/activity+json').mention).toBeNull();
    expect(read('{', 'application/json').mention).toBeNull();
    expect(
      read(`${'['.repeat(100_000)}"${target}"${']'.repeat(100_000)}`, 'application/json').mention,
    ).not.toBeNull();
    expect(read(`<a href="${target}">x</a>`, 'image/svg+xml').mention).toBeNull();
  });

  test('unless it says that it was deleted', () => {
    const html = `<meta http-equiv="Status" content="410 Gone"><a href="${target}">x</a>`;
    expect(read(html)).toEqual({ gone: true, mention: null });
  });
});

describe('what it says', () => {
  const entry = (inner: string) => `<article class="h-entry">${inner}</article>`;
  const author = '<a class="p-author h-card" href="https://alice.example.net/">Alice <b>A.</b></a>';

  test('a reply, with author, text, date and URL', () => {
    const html = entry(`${author}<a class="u-in-reply-to" href="${target}">x</a>
      <a class="u-url" href="/2026/reply"><time class="dt-published" datetime="2026-02-03T04:05:06+02:00">x</time></a>
      <div class="e-content"><p>A <em>fine</em> walk.</p><p>See <a href="/more">more</a>.</p></div>`);
    expect(mentionIn(html)).toEqual({
      kind: 'reply',
      repliesTo: [target],
      author: { name: 'Alice A.', url: 'https://alice.example.net/' },
      url,
      text: 'A *fine* walk.\n\nSee more (https://alice.example.net/more).',
      published: '2026-02-03T02:05:06.000Z',
    });
  });

  test.each([
    ['like', `<a class="u-like-of" href="${target}">x</a>`],
    ['repost', `<div class="u-repost-of h-cite"><a class="u-url" href="${target}">x</a></div>`],
    ['mention', `<a class="u-bookmark-of" href="${target}">x</a>`],
    ['mention', `<div class="e-content"><a href="${target}">x</a></div>`],
    ['reply', `<div class="u-in-reply-to h-cite"><a class="u-url p-name" href="${target}">x</a></div>`],
    ['reply', `<a class="u-in-reply-to u-like-of" href="${target}">x</a>`],
    ['mention', `<a class="u-in-reply-to" href="https://example.org/other">x</a><a href="${target}">y</a>`],
  ])('%s: %s', (kind, html) => {
    expect(mentionIn(entry(html))?.kind).toBe(kind);
  });

  test.each([
    ['yes', `<a class="u-in-reply-to" href="${target}">x</a> <data class="p-rsvp" value="yes">going</data>`],
    ['bookmark', `<a class="u-bookmark-of" href="${target}">x</a>`],
    [undefined, `<a class="u-bookmark-of" href="${target}">x</a><p class="e-content">Worth a read.</p>`],
    [undefined, `<a class="u-in-reply-to" href="${target}">x</a> <span class="p-rsvp">perhaps</span>`],
  ])('one line: %s', (line, html) => {
    expect(mentionIn(entry(html))?.line).toBe(line);
  });

  test('a reply to a comment', () => {
    const html = entry(
      `<a class="u-in-reply-to" href="${target}#comment-12">x</a><a class="u-in-reply-to" href="${target}">x</a>`,
    );
    expect(mentionIn(html)).toMatchObject({ kind: 'reply', repliesTo: [`${target}#comment-12`, target] });
  });

  test('of several entries, that which is about the target', () => {
    const html = `<body class="h-feed">${entry('<p class="p-name">One</p>')}
      ${entry(`<p class="p-name">Two</p><a class="u-like-of" href="${target}">x</a>`)}`;
    expect(mentionIn(html)).toMatchObject({ kind: 'like', text: expect.stringContaining('Two') });
  });

  test('of a mention its title and the paragraph with the link', () => {
    const html =
      entry(`<h1 class="p-name">Walks of the week</h1><div class="e-content"><p>${'Long ago. '.repeat(200)}</p>
      <p>Then there is <a href="${target}">this walk</a>, which I liked.</p><p>End.</p></div>`);
    expect(mentionIn(html)?.text).toBe('Walks of the week\n\nThen there is this walk, which I liked.');
    expect(mentionIn(html.replaceAll('h-entry', 'entry'))?.text).toBe(
      'Then there is this walk, which I liked.',
    );
  });

  test.each([
    ['p-author as text', entry(`<span class="p-author">Bo</span><a href="${target}">x</a>`), 'Bo', null],
    [
      'p-author as URL of a card',
      `${entry(`<a class="u-author" href="/bo"></a><a href="${target}">x</a>`)}<a class="h-card" href="/bo">Bo</a><a class="h-card" href="/cy">Cy</a>`,
      'Bo',
      'https://alice.example.net/bo',
    ],
    [
      'the author of the feed',
      `<div class="h-feed"><p class="p-author h-card">Bo</p>${entry(`<a href="${target}">x</a>`)}</div>`,
      'Bo',
      null,
    ],
    [
      'rel=author',
      `<link rel="author" href="https://bo.example/">${entry(`<a href="${target}">x</a>`)}`,
      'bo.example',
      'https://bo.example/',
    ],
    ['the host', `<a href="${target}">x</a>`, 'alice.example.net', null],
    [
      'no javascript: URL',
      entry(`<a class="p-author h-card" href="javascript:alert(1)">Bo</a><a href="${target}">x</a>`),
      'Bo',
      null,
    ],
    [
      'no markup of a name',
      entry(`<p class="p-author">&lt;script&gt;alert(1)&lt;/script&gt;</p><a href="${target}">x</a>`),
      '<script>alert(1)</script>',
      null,
    ],
  ])('its author: %s', (_name, html, name, authorUrl) => {
    expect(mentionIn(html)?.author).toEqual({ name, url: authorUrl });
  });

  test.each([
    ['a URL that is none', '<a href="//[">x</a><a class="u-photo" href="http://[">x</a>'],
    ['a relative base', '<base href="/x/">'],
    [
      'names of the prototype',
      '<a rel="__proto__" href="/">x</a><p class="p-name p-__proto__ p-constructor">x</p>',
    ],
    [
      'elements that include themselves',
      '<div id="a" itemref="a" class="vcard"><a class="include" href="#a">x</a></div>',
    ],
  ])('microformats are read despite %s', (_name, odd) => {
    const html = `${odd}${entry(`${odd}<a class="u-like-of" href="${target}">x</a>`)}`;
    expect(mentionIn(html)?.kind).toBe('like');
  });

  test('its URL is no script, and not the text of such a link', () => {
    const html = entry(`<a class="u-url" href="javascript:alert(1)">here</a><a href="${target}">x</a>`);
    expect(mentionIn(html)?.url).toBeNull();
  });

  test('in the encoding that it declares', () => {
    const html = `<meta charset="iso-8859-1">${entry(`<p class="p-author">Zo\u00eb</p><a href="${target}">x</a>`)}`;
    const page = { bytes: Buffer.from(html, 'latin1'), type: 'text/html', url };
    expect(readSource(page, target).mention?.author.name).toBe('Zo\u00eb');
  });

  test('a long reply is cut', () => {
    const html = entry(
      `<a class="u-in-reply-to" href="${target}">x</a><div class="e-content">${'word '.repeat(50_000)}</div>`,
    );
    expect(mentionIn(html)?.text.length).toBeLessThanOrEqual(5_000);
  });
});
