import { describe, expect, test } from 'vitest';
import { endpointInHeader, endpointInHtml } from './find-endpoint.ts';
import { parseLinkHeader } from './link-header.ts';
import { outgoingLinks } from './outgoing-links.ts';

const page = new URL('https://example.org/blog/post?a=b');

describe('a Link header', () => {
  test.each([
    ['</wm>; rel=webmention', 'https://example.org/wm'],
    ['<wm>;rel="webmention"', 'https://example.org/blog/wm'],
    ['<>; rel="webmention"', 'https://example.org/blog/post?a=b'],
    ['</wm>; REL="Webmention"', 'https://example.org/wm'],
    ['</wm>; title="a, b; rel=other"; rel="x webmention"', 'https://example.org/wm'],
    ['</a,b;c>; rel=other, </wm,1;2>; rel=webmention', 'https://example.org/wm,1;2'],
    ['</a>; title="\\"<x>; rel=webmention", </wm>; rel="webmention"', 'https://example.org/wm'],
    ['</wm?x=1&y=2>; rel="webmention"; type="a/b"', 'https://example.org/wm?x=1&y=2'],
    // Only the first rel counts, and an anchor makes it a link of another page.
    ['</a>; rel="other"; rel="webmention", </wm>; rel=webmention', 'https://example.org/wm'],
    ['</a>; rel="webmention"; anchor="#x", </wm>; rel=webmention', 'https://example.org/wm'],
    ['<http://[bad>; rel=webmention, </wm>; rel=webmention', 'https://example.org/wm'],
    ['</wm>; rel=not-webmention', undefined],
    ['</wm>; rel="http://webmention.org/"', undefined],
    ['</wm', undefined],
    ['garbage, ; = "', undefined],
    ['', undefined],
  ])('%s', (header, endpoint) => {
    expect(endpointInHeader(header, page)?.href).toBe(endpoint);
  });

  test('of any length is read in linear time', () => {
    const links = parseLinkHeader('<a>; rel=x;'.repeat(20_000) + '"\\'.repeat(20_000));
    expect(links.length).toBeGreaterThan(0);
  });
});

describe('HTML', () => {
  test.each([
    ['<link rel="a\n webmention" href="/wm">', 'https://example.org/wm'],
    ['<base href="/other/"><link rel=webmention href="wm">', 'https://example.org/other/wm'],
    ['<base><base href="/x/"><base href="/y/"><a rel=webmention href="wm">', 'https://example.org/x/wm'],
    ['<b rel=webmention href="/no"></b><a rel=WEBMENTION href=" /wm ">', 'https://example.org/wm'],
    ['<template><a rel=webmention href="/no"></a></template>', undefined],
    ['<textarea><a rel=webmention href="/no"></a></textarea>', undefined],
    ['<script>"<a rel=webmention href=/no></a>"</script>', undefined],
    ['<a href="/no" rel="webmentions">x</a>', undefined],
  ])('%s', (html, endpoint) => {
    expect(endpointInHtml(html, page)?.href).toBe(endpoint);
  });
});

test('links to other hosts are found once each, as they are spelled', () => {
  const html = `<p><a href="https://example.org">one</a> <a href="https://example.org">again</a>
    <a href="HTTPS://Example.com/A?b&amp;c#d">two</a> <a href="/post/own">own</a> <a href="#x">x</a>
    <a href="https://blog.example/post/own">own</a> <a href="mailto:a@example.org">mail</a>
    <a href="http://blog.example:8080/">another port</a> <a>none</a></p>
    <figure class="embed"><a href="https://video.example/1"><span>Video</span></a></figure>
    <img src="https://example.net/image.png"> <a href="https://example.net/${'x'.repeat(3000)}">long</a>`;
  expect(outgoingLinks(html, 'https://blog.example')).toEqual([
    'https://example.org',
    'HTTPS://Example.com/A?b&c#d',
    'http://blog.example:8080/',
    'https://video.example/1',
  ]);
});
