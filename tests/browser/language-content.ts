import sharp from 'sharp';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Menu } from '../../src/core/site/api/menu.ts';
import type { Client } from '../support/client.ts';
import { expect } from './fixtures.ts';

const table = (head: string, cell: string) =>
  `<table><tbody><tr>${`<th><p>${head}</p></th>`.repeat(6)}</tr><tr>${`<td><p>${cell}</p></td>`.repeat(6)}</tr></tbody></table>`;
const code =
  '<pre><code class="language-ts">const answer: number = await theAnswerToEverything({ life: true, universe: true, rest: "42" }); // of course</code></pre>';

type Texts = {
  title: string;
  paragraph: string;
  quote: string;
  items: [string, string];
  words: [string, string];
  category: string;
  tag: string;
};

const arabic: Texts = {
  title: 'المدّ والجزر على شاطئ البحر',
  paragraph:
    'يأتي المدّ مرتين في اليوم ولا يصفّق له أحد، وهذا مؤسف، لأنه موثوق جدًا وجميل، كما يقول <em>Richard Dawkins</em> في كتابه.',
  quote: 'من جدّ وجد، ومن زرع حصد.',
  items: ['قارب صغير', 'شبكة صيد قديمة'],
  words: ['الميناء الكبير القديم', 'ثلاثة قوارب زرقاء'],
  category: 'travel.sea-side',
  tag: 'بحر',
};
const english: Texts = {
  title: 'A harbour and its boats',
  paragraph:
    'The tide comes in twice a day and hardly anyone applauds, which is a pity, because it is <em>very</em> reliable (and beautiful).',
  quote: 'A quotation, with a full stop.',
  items: ['A small boat', 'An old net'],
  words: ['The old harbour wall', 'Three blue boats'],
  category: 'cooking',
  tag: 'slow',
};
const german: Texts = {
  title: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung',
  paragraph:
    'Die Rindfleischetikettierungsüberwachungsaufgabenübertragungsverordnung gilt auch für Grundstücksverkehrsgenehmigungszuständigkeiten am Hafen.',
  quote: 'Kraftfahrzeughaftpflichtversicherungsbeitragsrückerstattung!',
  items: ['Straßenentwässerungsinvestitionskostenschuldendienstumlage', 'Ein kleines Boot'],
  words: ['Betäubungsmittelverschreibungsverordnung', 'Drei blaue Boote'],
  category: 'reisen.nahrungsmittelunverträglichkeit',
  tag: 'Verkehrsinfrastrukturfinanzierungsgesellschaft',
};
const japanese: Texts = {
  title: '港とその小さな船たちの長い午後についての覚え書き',
  paragraph:
    '潮は一日に二度満ちてくるが、誰も拍手をしない。とても几帳面で、しかも美しいのだから、<em>残念</em>なことだと思う。',
  quote: '七転び八起き。',
  items: ['小さな船', '古い網'],
  words: ['古い港の壁', '三隻の青い船'],
  category: 'travel.sea-side',
  tag: '海',
};

const texts: Record<string, Texts> = { ar: arabic, en: english, de: german, ja: japanese };

export type LanguageContent = { own: Post; other: Post };

/** Makes it a site in this language, with a post in it and one in another language. */
export async function fillSite(admin: Client, language: string): Promise<LanguageContent> {
  const own = texts[language] ?? english;
  const other = own === english ? arabic : english;
  const saved = await admin.put('/webapi/api/admin/site', {
    language,
    site_name: own.words[0],
    site_description: own.paragraph.replace(/<[^>]*>/g, ''),
    tagline: own.quote,
  });
  expect(saved.status).toBe(200);
  await admin.put('/webapi/tasks/1', {
    title: own.words[1],
    message: `${own.quote} (https://example.org/boats)`,
    active: true,
  });
  await setMenu(admin, own);
  for (const [index, text] of [own, other, own, other].entries())
    await write(admin, { ...text, title: `${text.title} ${index + 1}` }, `2026-01-0${index + 1}T12:00:00Z`);
  const otherPost = await write(admin, other, '2026-02-01T12:00:00Z');
  const ownPost = await write(admin, own, '2026-02-02T12:00:00Z', 3);
  for (const { paragraph, items } of [own, other])
    await admin.post(`/webapi/api/posts/comment/${ownPost.id}`, {
      comment_text: `${paragraph.replace(/<[^>]*>/g, '')}\n${items[0]}.`,
    });
  return { own: ownPost, other: otherPost };
}

async function setMenu(admin: Client, { words, items }: Texts): Promise<void> {
  const { version } = (await admin.get<Menu>('/webapi/api/admin/menu')).body;
  const place = (name: string) => ({ target: { kind: 'place', place: name } });
  const outside = { label: 'English (2026)', target: { kind: 'url', url: 'https://example.org/' } };
  const saved = await admin.put('/webapi/api/admin/menu', {
    version,
    header: [
      place('archive'),
      place('topics'),
      { label: words[1], target: null, children: [{ ...outside, label: items[0] }, outside] },
    ],
    footer: [place('feed'), outside],
    footer_text: `<p>${words[0]} – <a href="https://example.org/">Example (1)</a>.</p>`,
  });
  expect(saved.status).toBe(200);
}

const categories = new WeakMap<Client, Map<string, number>>();

async function write(admin: Client, text: Texts, post_date: string, images = 0): Promise<Post> {
  const { title, paragraph, quote, items, words, category, tag } = text;
  const created = await admin.post<Post>('/webapi/api/posts', {
    post_title: title,
    post_content: `<p>${paragraph} ${paragraph}</p><h2>${words[0]}</h2><p>${paragraph}</p><blockquote><p>${quote}</p></blockquote>
<ul><li><p>${items[0]}</p></li><li><p>${items[1]}</p></li></ul><ol><li><p>${items[0]}</p></li><li><p>${items[1]}</p></li></ol>
${code}${table(words[0], words[1])}<aside class="callout tip"><p>${quote}</p></aside>
<details><summary>${words[1]}</summary><p>${quote}</p></details>`,
    active: true,
    post_date,
  });
  expect(created.status).toBe(201);
  const { id } = created.body;
  const known = categories.get(admin) ?? new Map<string, number>();
  categories.set(admin, known);
  if (!known.has(category)) {
    const answer = await admin.post<{ id: number }>('/webapi/api/admin/cat', { category_path: category });
    known.set(category, answer.body.id);
  }
  await admin.put(`/webapi/api/admin/cat/${id}/${known.get(category)}`, { state: true });
  await admin.post(`/webapi/api/tag/${id}/${encodeURIComponent(tag)}`);
  for (let number = 0; number < images; number++) {
    const background = ['#7a4d2b', '#2b5d7a', '#5d7a2b'][number] ?? '#444444';
    const image = sharp({ create: { width: 1600, height: 1000, channels: 3, background } });
    const form = new FormData();
    form.set('post_id', String(id));
    const bytes = new Uint8Array(await image.jpeg().toBuffer());
    form.append('image', new Blob([bytes], { type: 'image/jpeg' }), `image-${number}.jpg`);
    expect((await admin.post('/webapi/image', form)).status).toBe(201);
  }
  return (await admin.get<Post>(`/webapi/api/posts/${id}/direct`)).body;
}
