import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderContent } from '../../src/content/document/render.ts';
import { sanitize } from '../../src/content/document/sanitize.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Draft } from '../../src/core/posts/api/writing.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { hostileTrees } from '../support/hostile-trees.ts';
import { report, size } from '../support/size.ts';

type Node = DefaultTreeAdapterMap['node'];

// The allowlist of elements and attributes, repeated here on purpose rather than imported from src.
const elements = new Set(
  'html head body p h1 h2 h3 h4 h5 h6 blockquote ul ol li pre code hr br img a strong em u s span table caption thead tbody tfoot tr td th sup sub mark kbd cite abbr dl dt dd figure figcaption div details summary aside nav audio video'.split(
    ' ',
  ),
);
/** Rendering for readers adds scroll regions, syntax highlighting, checkboxes, players and footnotes. */
const attributes = new Set(
  'href title target rel src alt width height style class start type reversed value colspan rowspan id tabindex role aria-label srcset sizes loading decoding controls preload playsinline disabled checked'.split(
    ' ',
  ),
);
const address = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#|\.{0,2}\/|[\w%.~-]+(\/|$|\?|#))/i;
const dangerous = /^(javascript|vbscript|data|livescript|mocha|blob|file|filesystem|jar|view-source|feed):/i;
/** Normalizes a URL like a browser. */
const withoutBlanks = (value: string) => value.replace(/[\p{Cc}\s]/gu, '');
const style =
  /^(?:(?:color|background-color|text-align|aspect-ratio|--[\w-]+): [^;:()\\]*(?:\([\d\s.,%/#a-z+-]*\))?;? ?)+$/i;

/** Forbidden content of this HTML, parsed like a browser with and without scripting. */
function forbidden(html: string, extra: readonly string[] = []): string[] {
  const found = new Set<string>();
  for (const scriptingEnabled of [true, false]) {
    const walk = (node: Node): void => {
      if ('tagName' in node) {
        if (!elements.has(node.tagName) && !extra.includes(node.tagName)) found.add(`<${node.tagName}>`);
        if (!node.namespaceURI.endsWith('/xhtml')) found.add(`<${node.tagName}> of ${node.namespaceURI}`);
        for (const { name, value } of node.attrs) judge(name, value, (what) => found.add(what));
      }
      if (node.nodeName === '#comment') found.add('a comment');
      if ('childNodes' in node) for (const child of node.childNodes) walk(child);
    };
    walk(parse(`<!doctype html><body>${html}`, { scriptingEnabled }));
  }
  return [...found];
}

function judge(name: string, value: string, complain: (what: string) => void): void {
  if (!attributes.has(name)) complain(`the attribute ${name}`);
  if (name === 'style' && !style.test(value)) complain(`the style ${value}`);
  if ((name === 'href' || name === 'src') && (dangerous.test(withoutBlanks(value)) || !address.test(value)))
    complain(`the address ${value}`);
}

const trees = hostileTrees(size(400, 20_000));

describe('hostile markup', () => {
  test('contains nothing executable after sanitizing, and sanitizing is idempotent', {
    timeout: 600_000,
  }, () => {
    const problems: string[] = [];
    for (const tree of trees) {
      const clean = sanitize(tree);
      const wrong = forbidden(clean);
      if (wrong.length > 0) problems.push(`${wrong.join(', ')} is left of ${tree}`);
      if (sanitize(clean) !== clean) problems.push(`sanitizing again changes ${tree}`);
      const readers = forbidden(renderContent(clean), ['input', 'section', 'small']);
      if (readers.length > 0) problems.push(`readers get ${readers.join(', ')} of ${tree}`);
    }
    report(`${trees.length} trees sanitized and read again`);
    expect(problems.slice(0, 5)).toEqual([]);
  });

  test('control: the check finds forbidden content in most of it before sanitizing', () => {
    const found = trees.filter((tree) => forbidden(tree).length > 0);
    expect(found.length).toBeGreaterThan(trees.length * 0.5);
    for (const html of [
      '<p onclick=x>',
      '<a href="java\nscript:x">x</a>',
      '<img src=x onerror=x>',
      '<svg><p>',
      '<p style="background: url(x)">',
      '<iframe></iframe>',
      '<p id=x><script>x</script>',
    ])
      expect(forbidden(html), html).not.toEqual([]);
  });
});

describe('saved hostile markup', () => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite('sqlite');
  });
  afterAll(() => site.dispose());

  test('is sanitized in posts, lists and drafts', {
    timeout: 300_000,
  }, async () => {
    const some = trees.slice(-size(60, 1_000));
    for (const tree of some) {
      const { body: post } = await site.admin.post<Post>('/webapi/api/posts', {
        post_title: tree.slice(0, 200),
        post_content: tree,
        active: 1,
      });
      expect(post.post_content, tree).toBe(sanitize(tree));
      const draft = { post_title: 'Draft', post_content: tree, version: 1 };
      await site.admin.put(`/webapi/api/admin/drafts/tree-${post.id}`, draft);
      const { body: stored } = await site.admin.get<Draft>(`/webapi/api/admin/drafts/tree-${post.id}`);
      expect(stored.post_content, tree).toBe(sanitize(tree));
      const { body: cards } = await site.visitor().get<Post[]>('/webapi/api/posts/1/0/!null/!null');
      expect(forbidden(cards[0]?.post_content ?? '', ['div']), tree).toEqual([]);
      await site.admin.delete(`/webapi/api/posts/${post.id}`);
      await site.admin.delete(`/webapi/api/admin/drafts/tree-${post.id}?for_good=true`);
    }
    report(`${some.length} of them saved one by one`);
    expect(site.errors).toEqual([]);
  });
});
