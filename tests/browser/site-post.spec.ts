import { expect, test } from './site-content.ts';

test.describe('post', () => {
  test('shows all parts', async ({ page, content }) => {
    await page.goto(`/post/${content.rich.post_title_web}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Harbour & its <Boats>');
    const head = page.locator('.post-head');
    await expect(head.getByRole('link', { name: 'Sea Side' })).toHaveAttribute('href', '/filter/sea-side');
    await expect(head.locator('img')).toHaveAttribute('fetchpriority', 'high');
    await expect(head.getByText('February 1, 2026')).toBeVisible();
    await expect(page.locator('.content .hljs-keyword')).toHaveText('const');
    await expect(page.locator('.content').getByText('Revised.', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'harbour', exact: true })).toHaveAttribute(
      'href',
      '/tag/harbour',
    );
    await expect(page.locator('.gallery img')).toHaveCount(3);
    await expect(page.getByText('First line.\nSecond <b>line</b>.')).toBeVisible();
    await expect(page.locator('.by-admin')).toContainText('The owner answers.');
    const related = page.getByRole('complementary', { name: 'Other Travel Items' });
    await expect(related.getByRole('link')).toHaveCount(5);
    await expect(related.locator(`[href="/post/${content.rich.post_title_web}"]`)).toHaveCount(0);
    const first = related.getByRole('link').first();
    const title = await first.innerText();
    await first.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Not Terrible`);
  });

  test('has metadata and structured data', { tag: '@deep' }, async ({ page, content, server }) => {
    const { rich } = content;
    await page.goto(`/post/${rich.post_title_web}`);
    await expect(page).toHaveTitle('A Harbour & its <Boats> · Not Terrible');
    const meta = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');
    const address = `${server.url}/post/${rich.post_title_web}`;
    expect(await meta('description')).toBe(rich.description);
    expect(rich.description.length).toBeLessThanOrEqual(160);
    await expect(page.locator('meta[name="theme-color"]').first()).toHaveAttribute('content', '#c8102e');
    expect(await meta('twitter:card')).toBe('summary_large_image');
    expect(await meta('og:url')).toBe(address);
    expect(await meta('og:image')).toBe(server.url + rich.img_name);
    expect([await meta('og:image:width'), await meta('og:image:height')]).toEqual(['1200', '750']);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', address);
    await expect(page.locator('link[rel=alternate][type="application/rss+xml"]')).toHaveAttribute(
      'href',
      '/feed.xml',
    );
    const html = await (await page.request.get(address)).text();
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'BlogPosting',
      headline: rich.post_title,
      url: address,
      datePublished: rich.post_date,
      image: { url: server.url + rich.img_name, width: 1200, height: 750 },
      commentCount: 2,
    });
    for (const name of [
      'h-entry',
      'p-name',
      'u-url',
      'dt-published',
      'dt-updated',
      'e-content',
      'p-category',
    ])
      await expect(page.locator(`.${name}`).first()).toBeAttached();
  });

  test('keeps the author’s text color on a background color', { tag: '@deep' }, async ({ page, content }) => {
    const post = await content.write({
      title: 'Cream on teal',
      content:
        '<p><span style="color: #fef2c0;"><span style="background-color: #006b75;">both</span></span> <span style="background-color: #fef2c0;">one</span></p>',
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/post/${post.post_title_web}`);
    await expect(page.getByText('both', { exact: true })).toHaveCSS('color', 'rgb(254, 242, 192)');
    await expect(page.getByText('one', { exact: true })).toHaveCSS('color', 'rgb(29, 27, 32)');
  });

  test('that does not exist is a friendly 404 page', { tag: '@deep' }, async ({ page, expectConsole }) => {
    expectConsole(/404/);
    const answer = await page.goto('/post/never-written');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'There is nothing here.' })).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await page.getByRole('link', { name: 'Back to the home page' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('article')).toHaveCount(5);
  });

  test('that is inactive is only visible to the administrator', { tag: '@deep' }, async ({
    page,
    content,
    expectConsole,
  }) => {
    expectConsole(/404/);
    const draft = await content.write({ title: 'Not Yet', active: false });
    expect((await page.goto(`/post/${draft.post_title_web}`))?.status()).toBe(404);
    const cookies = [...content.admin.cookies].map(([name, value]) => ({
      name,
      value,
      url: content.admin.baseUrl,
    }));
    await page.context().addCookies(cookies);
    expect((await page.goto(`/post/${draft.post_title_web}`))?.status()).toBe(200);
    await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'admin' })).toBeVisible();
  });

  test('without image, category, title and content is rendered', { tag: '@deep' }, async ({
    page,
    content,
  }) => {
    const bare = await content.write({ title: '', content: '' });
    await page.goto(`/post/${bare.post_title_web}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Untitled');
    await expect(page.getByText(/^Other .* Items$/)).toHaveCount(0);
    await expect(page.locator('.gallery')).toHaveCount(0);
  });

  test('follows links in its content in place', { tag: '@deep' }, async ({ page, content }) => {
    await page.goto(`/post/${content.rich.post_title_web}`);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.getByRole('link', { name: 'link to another list' }).click();
    await expect(page).toHaveURL('/filter/travel');
    await expect(page.getByRole('heading', { level: 1, name: 'Travel' })).toBeVisible();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });
});

test.describe('votes', () => {
  test('count once, and the button says so', async ({ page, content }) => {
    const post = await content.write({ title: 'Vote for me', tags: ['ballot'] });
    await page.goto(`/post/${post.post_title_web}`);
    await page.getByRole('button', { name: 'This is Terrible (0)' }).click();
    await expect(page.getByRole('button', { name: 'Not Terrible (1)' })).toBeDisabled();
    await page.reload();
    await page.getByRole('button', { name: 'This is Terrible (1)' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Voted Previously (1)' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Voted Previously (1)' })).toBeFocused();
    await page.goto('/tag/ballot');
    const card = page.getByRole('article');
    await card.getByRole('button', { name: 'Not Terrible (1)' }).click();
    await expect(card.getByRole('button', { name: 'Voted Previously (1)' })).toBeDisabled();
  });

  test('that fail show the reason and can be retried', { tag: '@deep' }, async ({
    page,
    content,
    expectConsole,
  }) => {
    expectConsole(/POST \/api\/vote/);
    expectConsole(/ERR_FAILED/);
    const post = await content.write({ title: 'Unreachable' });
    await page.goto(`/post/${post.post_title_web}`);
    await page.route('**/webapi/api/vote/*', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'This is Terrible (0)' }).click();
    await expect(page.getByText('Server error - is the REST server running?')).toBeVisible();
    await page.getByRole('button', { name: 'This is Terrible (0)' }).click();
    await expect(page.getByRole('button', { name: 'Not Terrible (1)' })).toBeDisabled();
  });
});

test.describe('comments', () => {
  const thanks = 'Thank you for submitting a comment.  All comments are subject to administrator approval.';

  test('are not rendered again by hydration', { tag: '@deep' }, async ({ page, content }) => {
    const post = await content.write({ title: 'Much discussed', content: '<p>Words.</p>' });
    const texts = ['<b>Bold</b> & "quoted"', 'Two\nlines', '  Spaces  and ’marks’ 雨 '];
    for (const comment_text of texts)
      await content.admin.post(`/webapi/api/posts/comment/${post.id}`, { comment_text });
    const answer = await page.goto(`/post/${post.post_title_web}`);
    // They come once, and are read back from the page.
    expect(await answer?.text()).not.toContain('comment_text');
    const shown = page.locator('.comment-text');
    await expect(shown).toHaveText(texts.map((text) => text.trim()));
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Comment' })).toBeVisible();
    await expect(shown).toHaveText(texts.map((text) => text.trim()));
  });

  test('show a thank-you message and wait for approval', async ({ page, content }) => {
    const post = await content.write({ title: 'Talk to me' });
    await page.goto(`/post/${post.post_title_web}`);
    await expect(page.getByText('There are no comments. Be the first?')).toBeVisible();
    const toggle = page.getByRole('button', { name: 'Comment', exact: true });
    await toggle.click();
    const text = page.getByRole('textbox', { name: 'Comment' });
    await expect(text).toHaveAttribute('placeholder', /meaningful, polite comment/);
    await expect(page.getByRole('textbox', { name: 'Website', exact: true })).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Name' }).fill('Gull');
    await text.fill('abc');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert')).toHaveText('Error: A message should have more content.');
    await expect(text).toBeFocused();
    await expect(text).toHaveAttribute('aria-invalid', 'true');
    await text.fill('abcd\nefgh');
    await page.getByRole('button', { name: 'Submit' }).click();
    const answer = page.locator('.thank-you');
    await expect(answer).toBeVisible();
    expect(await answer.innerText()).toBe(thanks);
    await expect(answer).toBeFocused();
    await expect(text).toHaveCount(0);
    await expect(page.getByText('There are no comments. Be the first?')).toBeVisible();
    const waiting = await content.admin.get<{ user_name: string; comment_text: string; approved: boolean }[]>(
      `/webapi/api/posts/comment/all/${post.id}`,
    );
    expect(waiting.body).toMatchObject([{ user_name: 'Gull', comment_text: 'abcd\nefgh', approved: false }]);
  });

  test('that fail preserve the input, also after a reload', async ({ page, content, expectConsole }) => {
    expectConsole(/POST \/api\/posts\/comment/);
    expectConsole(/ERR_FAILED/);
    expectConsole(/422/);
    const post = await content.write({ title: 'Hard to reach' });
    await page.goto(`/post/${post.post_title_web}`);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const text = page.getByRole('textbox', { name: 'Comment' });
    await text.fill('A thought worth keeping');
    await page.getByRole('textbox', { name: 'Name' }).fill('Admin');
    await page.route('**/webapi/api/posts/comment/*', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert')).toHaveText('Server error - is the REST server running?');
    await expect(text).toHaveValue('A thought worth keeping');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert')).toContainText('Admin');
    await expect(text).toHaveValue('A thought worth keeping');
    await page.reload();
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(text).toHaveValue('A thought worth keeping');
  });
});

test.describe('post without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('accepts votes through its form', async ({ page, content }) => {
    const post = await content.write({ title: 'Plain vote' });
    await page.goto(`/post/${post.post_title_web}`);
    await page.getByRole('button', { name: 'This is Terrible (0)' }).click();
    await expect(page).toHaveURL(/voted=counted#vote$/);
    await expect(page.getByRole('button', { name: 'Not Terrible (1)' })).toBeDisabled();
    await page.goto(`/post/${post.post_title_web}`);
    await page.getByRole('button', { name: 'This is Terrible (1)' }).click();
    await expect(page.getByRole('button', { name: 'Voted Previously (1)' })).toBeDisabled();
  });

  test('lets another visitor vote at the URL of a result', { tag: '@deep' }, async ({
    page,
    content,
    server,
  }) => {
    const post = await content.write({ title: 'Shared vote' });
    await page.goto(`/post/${post.post_title_web}?voted=counted#vote`);
    await expect(page.getByRole('button', { name: 'This is Terrible (0)' })).toBeEnabled();
    const answer = await fetch(`${server.url}/post/${post.post_title_web}?voted=counted`);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    await page.getByRole('button', { name: 'This is Terrible (0)' }).click();
    await expect(page.getByRole('button', { name: 'Not Terrible (1)' })).toBeDisabled();
  });

  test('accepts comments through its form', { tag: '@deep' }, async ({ page, content, expectConsole }) => {
    expectConsole(/422/);
    const post = await content.write({ title: 'Plain words' });
    await page.goto(`/post/${post.post_title_web}`);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const text = page.getByRole('textbox', { name: 'Comment' });
    await page.getByRole('textbox', { name: 'Name' }).fill('Tern');
    await text.fill('no');
    const refusal = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Submit' }).click();
    expect((await refusal).status()).toBe(422);
    await expect(page.getByText('Error: A message should have more content.')).toBeVisible();
    await expect(text).toHaveValue('no');
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Tern');
    await text.fill('not terrible');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL(/commented=1#comments$/);
    await expect(page.getByText('Thank you for submitting a comment.')).toBeVisible();
    await expect(text).toHaveCount(0);
  });

  test('opens large images with plain links', { tag: '@deep' }, async ({ page, content }) => {
    await page.goto(`/post/${content.rich.post_title_web}`);
    await page.locator('.gallery a').first().click();
    await expect(page).toHaveURL(/\/images\//);
  });
});
