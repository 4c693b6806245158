import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Draft } from '../../src/core/posts/api/writing.ts';
import { cleanText } from '../../src/platform/http/api/plain-text.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { databases } from '../support/databases.ts';
import { isFullSize, report } from '../support/size.ts';

/** Texts that programs, databases or people misinterpret. */
const texts: Record<string, string> = {
  'lone high surrogate': 'a\ud800b',
  'lone low surrogate': 'a\udfffb',
  'surrogates the wrong way round': 'a\udc00\ud800b',
  NUL: 'a\u0000b',
  'control characters': 'a\u0001\u0007\u0008\u000b\u000c\u001b[31m\u007fb',
  'C1 controls': 'a\u0080\u0085\u009bb',
  'right to left': 'שלום עולם مرحبا',
  'override of direction': 'invoice\u202egpj.exe\u202c',
  'isolates of direction': '\u2066a\u2067b\u2068c\u2069',
  'combining marks': 'e\u0301 n\u0303 Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f',
  'many combining marks': `a${'\u0301'.repeat(200)}`,
  composed: '\u00e9\u00f1\u212b\ufb01',
  decomposed: 'e\u0301n\u0303A\u030afi',
  emoji: '🙂🏳️‍🌈👩‍👩‍👧‍👦🇯🇵👍🏽❤️',
  'beyond the basic plane': '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𠜎𠜱 \u{10ffff} \u{1f600}',
  noncharacters: 'a\ufffe\uffff\ufdd0b',
  'zero width': 'a\u200bb\u200cc\u200dd\u2060e\ufeff',
  'byte order mark first': '\ufeffabcd',
  blanks: 'a\u00a0b\u2003c\u3000d\u1680e',
  'line and paragraph separators': 'a\u2028b\u2029c',
  'letters that change length': 'ßẞİıſŉǰΐ',
  'final sigma': 'ΟΔΟΣ ὀδός',
  'look-alikes': 'Аdmіn раypаl',
  'full width': '＜script＞alert（1）＜／script＞',
  quotes: `'"\`\\ %s %n {{x}} <%= 1 %> \${1}`,
  SQL: "'; DROP TABLE posts; -- \\' E'\\\\x' $$ $1 ?",
  'pattern characters': '100%_[a-z]*?\\%',
  numbers: '١٢٣ 一二三 ½ ² Ⅷ',
  'tags of language': '\u{e0001}\u{e0065}\u{e006e}',
  'variation selectors': 'a\ufe0fb\ufe0e\u{e0100}',
  'private use': '\ue000\uf8ff\u{f0000}',
  Hangul: '한글 \u1112\u1161\u11ab',
  Thai: 'ก็ที่นี่ไม่มี',
};

/** Writes a text into a field, and reads it back through another call. */
type Field = {
  name: string;
  write(site: ApiSite, text: string): Promise<{ status: number; stored: unknown }>;
};

const json = { headers: { 'Content-Type': 'application/json' } };
const asSent = (body: unknown) => JSON.stringify(body);

async function readBack<Body>(site: ApiSite, path: string, field: keyof Body): Promise<unknown> {
  return (await site.admin.get<Body>(`/webapi${path}`)).body[field];
}

const inPost = (field: 'post_title' | 'post_content'): Field => ({
  name: field,
  write: async (site, text) => {
    const { status, body } = await site.admin.post<Post>(
      '/webapi/api/posts',
      asSent({ [field]: text, active: 1 }),
      json,
    );
    return { status, stored: await readBack<Post>(site, `/api/posts/${body.id}/direct`, field) };
  },
});
const inComment = (field: 'comment_text' | 'user_name'): Field => ({
  name: field,
  write: async (site, text) => {
    const post = await site.createPost();
    const visitor = site.visitor();
    await visitor.get('/webapi/api/admin/auth');
    const body = asSent({ comment_text: 'A comment', [field]: text });
    const { status } = await visitor.post<Comment>(`/webapi/api/posts/comment/${post.id}`, body, json);
    const { body: all } = await site.admin.get<Comment[]>(`/webapi/api/posts/comment/all/${post.id}`);
    return { status, stored: all[0]?.[field] ?? null };
  },
});
const inSettings = (path: string, field: string): Field => ({
  name: field,
  write: async (site, text) => {
    const { status } = await site.admin.put(`/webapi${path}`, asSent({ [field]: text }), json);
    return { status, stored: await readBack<Record<string, string>>(site, path, field) };
  },
});

const fields: Field[] = [
  inPost('post_title'),
  inPost('post_content'),
  inComment('comment_text'),
  inComment('user_name'),
  ...['title', 'message'].map((field) => inSettings('/tasks/1', field)),
  ...[
    'site_name',
    'site_description',
    'thank_you_line',
    'fan_site_label',
    'contact_email',
    'fan_site_url',
  ].map((field) => inSettings('/api/admin/site', field)),
  {
    name: 'draft',
    write: async (site, text) => {
      const path = `/api/admin/drafts/${randomUUID()}`;
      const body = asSent({ post_title: text, post_content: text, version: 1 });
      const { status } = await site.admin.put(`/webapi${path}`, body, json);
      return { status, stored: await readBack<Draft>(site, path, 'post_title') };
    },
  },
  {
    name: 'tag',
    write: async (site, text) => {
      const { id } = await site.createPost();
      const name = encodeURIComponent(text.toWellFormed());
      const { status } = await site.admin.post(`/webapi/api/tag/${id}/${name}`);
      const tags = (await readBack<Post>(site, `/api/posts/${id}/direct`, 'tags')) as
        | { tag_name?: string }[]
        | undefined;
      return { status, stored: tags?.map(({ tag_name }) => tag_name) ?? null };
    },
  },
  {
    name: 'category',
    write: async (site, text) => {
      const { status } = await site.admin.post(
        '/webapi/api/admin/cat',
        asSent({ category_path: text }),
        json,
      );
      return { status, stored: null };
    },
  },
  {
    name: 'search',
    write: async (site, text) => {
      const q = encodeURIComponent(text.toWellFormed());
      const { status, body } = await site.visitor().get<unknown[]>(`/webapi/api/search/5/0?q=${q}`);
      const admin = await site.admin.get(`/webapi/api/admin/posts?limit=5&brief=1&search=${q}`);
      return { status: Math.max(status, admin.status), stored: body.length };
    },
  },
];

/** Fields that store text unchanged; others normalize it. */
const literal = new Set(['post_title', 'title', 'message', 'site_description', 'comment_text', 'draft']);

test('every text in every field is read back the same on every database', {
  timeout: 300_000,
}, async () => {
  const outcomes: Record<string, unknown>[] = [];
  for (const kind of databases) {
    const site = await apiSite(kind);
    const outcome: Record<string, unknown> = {};
    for (const [name, text] of Object.entries(texts).filter((_, index) => isFullSize || index % 6 === 0))
      for (const field of fields) {
        const { status, stored } = await field.write(site, text);
        const place = `${field.name}: ${name}`;
        outcome[place] = { status, stored };
        expect(status, place).toBeLessThan(500);
        const said = JSON.stringify(stored) ?? '';
        expect(said.isWellFormed(), place).toBe(true);
        expect(said, place).not.toMatch(/\\u0000|\\u0007|\\ud800/);
        if (literal.has(field.name) && status < 300)
          expect(String(stored).trim(), place).toBe(cleanText(text).trim());
      }
    expect(site.errors).toEqual([]);
    await site.dispose();
    outcomes.push(outcome);
  }
  const [first = {}, second] = outcomes;
  report(`${Object.keys(first).length} texts in fields, on ${outcomes.length} databases`);
  expect(Object.keys(first).length).toBeGreaterThan(50);
  expect(second).toEqual(first);
});

test('control: a changed text is detected', () => {
  const composed = texts.composed ?? '';
  expect(cleanText(composed).normalize('NFD')).not.toBe(composed);
  expect(cleanText('a\u0000b')).toBe('ab');
  expect(JSON.stringify('a\u0000b')).toMatch(/\\u0000/);
});
