import { expect, onTestFinished, test } from 'vitest';
import type { SearchHit } from '../../src/core/posts/search/api.ts';
import { apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('search', (kind) => {
  test('a post of five megabytes can be saved and found', async () => {
    const site = await apiSite(kind);
    onTestFinished(() => site.dispose());
    const titles = async (query: string) =>
      (await site.visitor().get<SearchHit[]>(`/webapi/api/search/10/0?q=${query}`)).body.map(
        (hit) => hit.post_title,
      );
    const words = Array.from({ length: 200_000 }, (_, number) => `w${number.toString(36)}é`).join(' ');
    const long = await site.createPost({ post_title: 'Endless', post_content: `<p>mammoth ${words}</p>` });
    expect(await titles('mammoth')).toEqual(['Endless']);
    await site.admin.delete(`/webapi/api/posts/${long.id}`);
    const same = await site.createPost({
      post_title: 'Again',
      post_content: `<p>${'walrus '.repeat(50_000)}</p>`,
    });
    expect(await titles('walrus')).toEqual(['Again']);
    await site.admin.delete(`/webapi/api/posts/${same.id}`);
  });
});
