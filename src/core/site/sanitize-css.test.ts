import { describe, expect, test } from 'vitest';
import { sanitizeCss } from './sanitize-css.ts';

describe('custom CSS', () => {
  test.each([
    ['a{color:red}'],
    [':root{--accent:light-dark(#123456,#abcdef)}'],
    ['.card{& a{color:red}&:hover{color:blue}}'],
    ['@media (width<40rem){a{color:red}}'],
    ['@supports (display:grid){a{color:red}}'],
    ['@layer mine{a{color:red}}'],
    ['@container (width>20rem){a{color:red}}'],
    ['@keyframes turn{to{rotate:1turn}}'],
    ['a{background:url(/images/a.webp)}'],
    ['a{background:url(data:image/png;base64,AAAA)}'],
    ['a{filter:url(#blur)}'],
    ['a{width:calc(100% - 2rem)}'],
    ['a{color:var(--x,red)}'],
    ['a::before{content:"https://example.org"}'],
  ])('%s stays', (source) => {
    const { css, problems } = sanitizeCss(source);
    expect(problems).toEqual([]);
    expect(css.replaceAll(/[\s"']/g, '')).toBe(source.replaceAll(/[\s"']/g, ''));
  });

  test.each([
    ['@import "https://evil.example/a.css";'],
    ['@import url(/own.css);'],
    ['@\\69mport "https://evil.example/a.css";'],
    ['@IMPORT url(//evil.example);'],
    ['@namespace svg url(http://evil.example);'],
    ['@charset "utf-7";'],
    ['@font-face{font-family:x;src:url(https://evil.example/x.woff2)}'],
    ['a{background:url(https://evil.example/x)}'],
    ['a{background:url("//evil.example/x")}'],
    ['a{background:url(/\\\\evil.example/x)}'],
    ['a{background:u\\72l(https://evil.example/x)}'],
    ['a{background:\\75\\72\\6c("https://evil.example/x")}'],
    ['a{b\\65 havior:url(/x.htc)}'],
    ['a{width:ex\\70 ression(alert(1))}'],
    ['a{background:url(/**/"https://evil.example/x")}'],
    ['a{background:url(ht\\74ps://evil.example/x)}'],
    ['a{background:image-set("https://evil.example/x" 1x)}'],
    ['a{background:-webkit-image-set(url(https://evil.example/x) 1x)}'],
    ['a{background:src("https://evil.example/x")}'],
    ['a{background:image("https://evil.example/x")}'],
    ['a{--x:url(https://evil.example/x)}'],
    ['a{background:var(--y,url(https://evil.example/x))}'],
    ['a{cursor:url(https://evil.example/x),auto}'],
    ['a{content:attr(data-x url)}'],
    ['a{behavior:url(/x.htc)}'],
    ['a{-moz-binding:url(/x.xml#y)}'],
    ['a{width:expression(alert(1))}'],
    ['a{background:url(javascript:alert(1))}'],
    ['a{background:url(data:text/html,x)}'],
    ['@supports (background:url(https://evil.example/x)){a{color:red}}'],
    ['.a{& b{background:url(https://evil.example/x)}}'],
    ['@media all{@layer x{a{background:url(https://evil.example/x)}}}'],
    ['a{background:url(https://evil.example/x'],
    ['@-moz-document url(https://evil.example){a{color:red}}'],
    ['@function --f(){result:url(https://evil.example/x)}'],
  ])('%s is dropped with a message', (source) => {
    const { css, problems } = sanitizeCss(`b{color:red}\n${source}`);
    expect(css).toContain('b{color:red}');
    expect(css).not.toMatch(
      /evil|@import|@namespace|@charset|behavior|binding|expression|javascript|text\/html|src\(|attr\(/i,
    );
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]?.line).toBe(2);
    // What was written is clean as it stands.
    expect(sanitizeCss(css)).toEqual({ css, problems: [] });
  });

  test('messages name the lines, and what is valid around them stays', () => {
    const source = [
      'a { color: red }',
      '',
      'b { color: ; width: 1px }',
      'c { background: url(http://x.example); color: red }',
      '}',
      'd { color: blue }',
      'e { color: blue }',
    ];
    const { css, problems } = sanitizeCss(source.join('\n'));
    expect(css).toContain('a{color:red}');
    expect(css).toContain('c{color:red}');
    expect(css).toContain('e{color:blue}');
    expect(css).not.toContain('}}');
    expect(problems.map(({ line }) => line)).toEqual(expect.arrayContaining([4, 5]));
  });
});
