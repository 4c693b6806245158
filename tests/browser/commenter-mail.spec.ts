import type { Page } from '@playwright/test';
import { Client } from '../support/client.ts';
import { checkHtml } from '../support/html-checker.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import type { TestSite } from '../support/site.ts';
import { expectAccessible } from './axe.ts';
import { expect, startBlog, test } from './fixtures.ts';

let mail: MailServer;
let server: TestSite;
let admin: Client;
test.beforeAll(async () => {
  mail = await startMailServer();
  server = await startBlog({ SMTP_URL: mail.url, TRUST_PROXY: '1' });
  admin = new Client(server.url);
  await admin.login();
  await admin.post('/webapi/api/posts', {
    post_title: 'A walk',
    post_content: '<p>Words.</p>',
    active: true,
  });
});
test.afterAll(async () => {
  await server.dispose();
  await mail[Symbol.asyncDispose]();
});

const confirmLink = /http\S+\/mail\/comments\/confirm\/[\w-]{43}/;
const stopLink = /http\S+\/mail\/comments\/\S+\/stop/;

const sourceOf = async (page: Page) => ({
  name: page.url(),
  html: await (await page.request.get(page.url())).text(),
});

for (const place of ['/post/a-walk', '/', '/?view=compact'])
  test(`a commenter on ${place} asks to be notified`, {
    tag: place === '/post/a-walk' ? [] : '@deep',
  }, async ({ page, expectConsole }) => {
    test.slow();
    expectConsole(/status of 422/);
    expectConsole(/comment\/\d+: 422/);
    const address = `ada${place.length}@example.org`;
    await page.goto(server.url + place);
    await page.locator('.comment-toggle button').first().click();
    const form = page.locator('.comment-form');
    const box = form.getByRole('checkbox', { name: 'Tell me by mail' });
    const field = form.getByRole('textbox', { name: 'Email (never shown)' });
    await form.getByRole('textbox', { name: 'Comment' }).fill('A fine walk, and a fine text about it.');
    await field.fill('ada');
    const before = await form.boundingBox();
    await box.check();
    expect(await form.boundingBox()).toEqual(before);
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(form.getByRole('alert')).toContainText('Please enter a valid email address');
    await expect(box).toBeChecked();
    await expectAccessible(page);
    await field.fill(address);
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Thank you for submitting a comment.')).toBeVisible();
    await expect(page.getByText(address)).toHaveCount(0);
    // The pages behind the links are the same, wherever the form was.
    if (place !== '/post/a-walk') return;
    const [received] = await mail.waitFor(({ recipients }) => recipients.includes(address), 1, 60_000);
    await page.goto(confirmLink.exec(received?.text ?? '')?.[0] ?? '');
    await expectAccessible(page);
    const pages = [await sourceOf(page)];
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('status')).toContainText('your address is confirmed');
    await page.goto(stopLink.exec(received?.text ?? '')?.[0] ?? '');
    await expectAccessible(page);
    expect(await checkHtml([...pages, await sourceOf(page)])).toEqual([]);
    await page.getByRole('button', { name: 'Stop and delete my address' }).click();
    await expect(page.getByRole('status')).toContainText('Your address is deleted.');
  });
