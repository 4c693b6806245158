import { readSite } from '../../../core/site/site.ts';
import { type Blog, type MailServer, nowIso } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { addressKey } from '../../../platform/http/api/mail-address.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { smtpServer } from '../../../platform/smtp/smtp-url.ts';
import type { TestMail, TestResult } from '../../../platform/smtp/test-conversation.ts';
import type { MailTest } from '../api/setup.ts';
import { clearBounce } from '../bounces/suppressions.ts';
import { watchBounces } from '../bounces/watch-bounces.ts';
import { fillTemplate } from '../message/template.ts';
import * as messages from '../messages/setup.ts';
import { messageId } from '../queue/queue.ts';
import { ownerAddress, senderOf } from '../queue/sender.ts';
import { readMailSettings } from '../settings.ts';
import { insertMail } from '../store/mails.ts';
import { dkimOptions } from './dkim.ts';

/** In each process: a test can take most of a minute, and servers block clients that come too often. */
const maxTests = 10;
const windowMs = 10 * 60 * 1000;
type Tests = { recent: number[]; isRunning: boolean };
const testsOf = new WeakMap<Db, Tests>();

function countTest(tests: Tests, now: number): void {
  const { recent, isRunning } = tests;
  while (recent[0] !== undefined && (recent[0] <= now - windowMs || recent[0] > now)) recent.shift();
  if (isRunning || recent.length >= maxTests) {
    const oldest = recent[0] ?? now;
    const retryAfter = isRunning ? 10 : Math.ceil((oldest + windowMs - now) / 1000);
    throw new Problem('too_many', messages.tooManyTests, { retryAfter });
  }
  recent.push(now);
}

/** Sends a mail to the owner now, outside of the queue, and reports the conversation with the SMTP server. */
export async function sendTestMail(blog: Blog & { mail: MailServer }): Promise<MailTest> {
  const settings = await readMailSettings(blog);
  const to = await ownerAddress(blog, settings);
  if (to === null) throw new Problem('invalid', messages.noOwnerAddress);
  const tests = testsOf.get(blog.db) ?? { recent: [], isRunning: false };
  testsOf.set(blog.db, tests);
  countTest(tests, blog.now().getTime());
  tests.isRunning = true;
  try {
    const sender = await senderOf(blog, settings);
    const message_id = messageId(blog, `test ${nowIso(blog)}`, to);
    const message = await testMessage(blog, sender, to, message_id);
    const server = smtpServer(blog.mail.smtpUrl);
    const hostname = new URL(blog.siteUrl()).hostname;
    const result = await converse({ server, hostname, from: sender.address, to, message });
    if (result.end === 'done') await recordTest(blog, to, message_id, result.answer);
    return {
      is_sent: result.end === 'done',
      report: messages.testReport(result, server, { from: sender.address, to }),
      advice: messages.testAdvice(result.end, server, result.encryption !== null),
      conversation: result.lines,
    };
  } finally {
    tests.isRunning = false;
  }
}

/** nodemailer is loaded when the first test is sent. */
async function converse(mail: TestMail): Promise<TestResult> {
  return (await import('../../../platform/smtp/test-conversation.ts')).testConversation(mail);
}

async function testMessage(
  blog: Blog,
  from: { name: string; address: string },
  to: string,
  messageId: string,
): Promise<Buffer> {
  const { composeMail } = await import('../message/compose.ts');
  const { site_name } = await readSite(blog);
  const content = fillTemplate({
    subject: messages.testSubject(site_name),
    language: 'en',
    site: { name: site_name, url: blog.siteUrl() },
    parts: [messages.testText],
    reason: messages.testReason,
  });
  return composeMail({ from, to, messageId, date: blog.now(), content, list: null }, await dkimOptions(blog));
}

/** A row like that of every other mail, so that a bounce of it is recognized. The address is known to work again. */
async function recordTest(blog: Blog, to: string, message_id: string, response: string): Promise<void> {
  await inTransaction(blog.db, async (tx) => {
    await insertMail(tx, {
      priority: 0,
      kind: 'test',
      address: to,
      address_key: addressKey(to),
      subscriber_id: null,
      newsletter_id: null,
      message_id,
      content: null,
      state: 'sent',
      next_run: null,
      response,
      date_added: nowIso(blog),
      date_settled: nowIso(blog),
    });
    await clearBounce(blog, tx, to);
  });
  await watchBounces(blog);
}
