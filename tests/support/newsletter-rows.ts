import type { Db } from '../../src/platform/db/open.ts';

/** A newsletter that has begun, and a mail for each subscriber, sent as fast as the settings allow. */
export async function queueNewsletter(
  db: Db,
  subscribers: number,
  addressOf: (index: number) => string,
): Promise<void> {
  const now = new Date().toISOString();
  await db
    .insertInto('settings')
    .values({ name: 'mail', value: JSON.stringify({ rate: 10_000 }) })
    .execute();
  const parts = (line: string) => [`${line.repeat(300)} `, ' the end'];
  const { id } = await db
    .insertInto('newsletters')
    .values({
      post_id: 1,
      subject: 'A post',
      preheader: '',
      content: JSON.stringify({
        kind: 'post',
        category_ids: [],
        html: parts('<p>A line of the post.</p>\n'),
        text: parts('A line of the post.\n'),
      }),
      date_added: now,
      date_started: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const numbers = Array.from({ length: subscribers }, (_, index) => index);
  for (let from = 0; from < subscribers; from += 100)
    await db.transaction().execute(async (tx) => {
      const batch = numbers.slice(from, from + 100).map((index) => addressOf(index));
      const rows = await tx
        .insertInto('subscribers')
        .values(
          batch.map((address) => ({
            address,
            address_key: address,
            frequency: 'at-once' as const,
            all_posts: 1,
            source: 'import' as const,
            date_added: now,
            date_confirmed: now,
          })),
        )
        .returning(['id', 'address'])
        .execute();
      await tx
        .insertInto('mails')
        .values(
          rows.map((row) => ({
            priority: 1,
            kind: 'newsletter' as const,
            address: row.address,
            address_key: row.address,
            subscriber_id: row.id,
            newsletter_id: id,
            message_id: `<${row.id}@example.org>`,
            state: 'waiting' as const,
            next_run: now,
            date_added: now,
          })),
        )
        .execute();
    });
  await db
    .insertInto('jobs')
    .values({ kind: 'mail', payload: '{}', host: null, date_added: now, next_run: now })
    .execute();
}
