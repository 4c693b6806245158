import { expect, test } from 'vitest';
import { sanitize } from '../../../../../content/document/sanitize.ts';
import { catalogs } from '../../../../../platform/web/messages/catalogs.ts';
import { welcomePost, welcomePosts } from './welcome-post.ts';

const tagsOf = (html: string) => html.match(/<[^>]+>/g);

test('each language has the same blocks, in the form in which posts are stored', async () => {
  expect(Object.keys(welcomePosts).sort()).toEqual(Object.keys(catalogs).sort());
  const english = await welcomePost('en');
  for (const language of Object.keys(catalogs)) {
    const { post_title, post_content, language: own } = await welcomePost(`${language}-ZZ`);
    expect(post_title, language).toBeTruthy();
    expect(sanitize(post_content), language).toBe(post_content);
    expect(tagsOf(post_content)?.sort(), language).toEqual(tagsOf(english.post_content)?.sort());
    expect(own, language).toBe('');
  }
});

test('another language gets the English post, which says so', async () => {
  expect(await welcomePost('pt-BR')).toEqual({ ...(await welcomePost('en')), language: 'en' });
});
