import { expect, test } from 'vitest';
import { admin, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { nowIso } from '../../platform/blog.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { up } from '../../platform/db/migrations/081-texts-of-language.ts';
import { readSetting, writeSetting } from '../../platform/db/settings.ts';
import { messagesIn } from '../../platform/web/messages/catalogs.ts';
import { finishFirstRun } from '../accounts/first-run.ts';
import { readFeed } from '../feeds/feeds.ts';
import { createPost } from '../posts/write-posts.ts';
import { changeCustomCss, readCustomCss } from './custom-css.ts';
import { changeSite, readSite } from './site.ts';

const english = {
  site_description: 'A personal blog. Not terrible.',
  thank_you_line: 'Thank you for stopping by. It was not terrible to have you.',
};

test('texts that the owner has not written follow the language of the site', async () => {
  const blog = await memoryBlog();
  expect(await readSite(blog)).toMatchObject(english);
  for (const language of ['de', 'de-AT', 'fr', 'es', 'ja', 'ar']) {
    const { defaultDescription, defaultThanks } = messagesIn(language);
    expect(await changeSite(blog, { language })).toMatchObject({
      site_description: defaultDescription,
      thank_you_line: defaultThanks,
    });
    expect([defaultDescription, defaultThanks]).not.toContain(english.site_description);
  }
  await changeSite(blog, { site_description: 'Meins.', thank_you_line: '' });
  expect(await changeSite(blog, { language: 'en' })).toMatchObject({
    site_description: 'Meins.',
    thank_you_line: '',
  });
  expect(await changeSite(blog, { language: 'it' })).toMatchObject({ site_description: 'Meins.' });
});

test('the answer to the first questions decides the language of the texts', async () => {
  const blog = await memoryBlog();
  await writeSetting(blog.db, 'first_run', 'open');
  await finishFirstRun(blog, admin, { language: 'ar', site_name: 'مدونتي' });
  const { description } = await readFeed(blog, { kind: 'all', name: '' });
  expect(description).toBe(messagesIn('ar').defaultDescription);
});

test('posts without a title are called so in the language of the site', async () => {
  const blog = await memoryBlog();
  await changeSite(blog, { language: 'de' });
  await createPost(blog, { post_title: '', post_content: '<p>x</p>', active: true });
  const { items } = await readFeed(blog, { kind: 'all', name: '' });
  expect(items.map(({ title }) => title)).toEqual(['Ohne Titel']);
});

test('web titles have the letters of the language, unless the owner chose otherwise', async () => {
  const blog = await memoryBlog();
  const forms: Record<string, string> = {};
  for (const language of ['en', 'de', 'sr-Latn', 'vi', 'ar', 'ja', 'el', 'ru', 'sr', 'zh', 'ko', 'he', 'hi'])
    forms[language] = (await changeSite(blog, { language })).web_titles;
  const [latin, own] = ['transliterate', 'unicode'];
  expect(forms).toEqual({
    ...{ en: latin, de: latin, 'sr-Latn': latin, vi: latin },
    ...{ ar: own, ja: own, el: own, ru: own, sr: own, zh: own, ko: own, he: own, hi: own },
  });
  await changeSite(blog, { language: 'ar' });
  const created = async () =>
    (await createPost(blog, { post_title: 'قهوة', post_content: '<p>x</p>', active: true })).post_title_web;
  expect(await created()).toBe('قهوة');
  await changeSite(blog, { web_titles: 'transliterate' });
  expect(await created()).toBe('qhw');
  expect((await changeSite(blog, { language: 'ja' })).web_titles).toBe('transliterate');
});

test('an upgrade leaves the web titles of a site as they are, and releases texts that were stored without being written', async () => {
  const blog = await memoryBlog();
  const upgrade = () => blog.db.transaction().execute((tx) => up(tx, dialectOf(tx)));
  await upgrade();
  expect(await readSetting(blog.db, 'site')).toBeUndefined();

  const user = { username: 'admin', username_key: 'admin', password_hash: '', date_added: nowIso(blog) };
  await blog.db.insertInto('users').values(user).execute();
  await upgrade();
  expect(await changeSite(blog, { language: 'ar' })).toMatchObject({ web_titles: 'transliterate' });

  const stored = { site_name: 'Mein Blog', language: 'de', ...english };
  await writeSetting(blog.db, 'site', JSON.stringify(stored));
  await upgrade();
  expect(await readSite(blog)).toMatchObject({
    site_name: 'Mein Blog',
    web_titles: 'transliterate',
    site_description: messagesIn('de').defaultDescription,
    thank_you_line: messagesIn('de').defaultThanks,
  });
  await writeSetting(blog.db, 'site', JSON.stringify({ site_description: 'Meins.', web_titles: 'unicode' }));
  await upgrade();
  expect(await readSite(blog)).toMatchObject({ site_description: 'Meins.', web_titles: 'unicode' });
});

test('the appearance is saved with the custom CSS', async () => {
  const blog = await memoryBlog();
  const appearance = {
    look: 'terminal',
    theme_color: '#204060',
    type_pairing: 'mono',
    layout: 'index',
  } as const;
  await changeCustomCss(blog, 'h1 { color: red }', appearance);
  expect(await readSite(blog)).toMatchObject(appearance);
  expect((await readCustomCss(blog)).source).toBe('h1 { color: red }');
});
