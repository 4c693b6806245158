import type { Selectable } from 'kysely';
import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { deletedRows } from '../../../platform/db/results.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { TokenPurpose } from '../tables.ts';

/* Single-use links in mails. The table has hashes of tokens, from `hashOfToken`, never a token. */

type MailToken = Selectable<Schema['mail_tokens']>;

export async function insertToken(tx: Db, token: MailToken): Promise<void> {
  await tx.insertInto('mail_tokens').values(token).execute();
}

/** For pages that show what a link is about; using the link is `takeToken`. */
export const validToken = (
  db: Db,
  purpose: TokenPurpose,
  token_hash: string,
  now: string,
): Promise<MailToken | undefined> =>
  db
    .selectFrom('mail_tokens')
    .selectAll()
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .where('expires', '>', now)
    .executeTakeFirst();

/** Deletes a valid token and returns it: of two requests with the same token only one gets it. */
export const takeToken = (
  tx: Db,
  purpose: TokenPurpose,
  token_hash: string,
  now: string,
): Promise<MailToken | undefined> =>
  tx
    .deleteFrom('mail_tokens')
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .where('expires', '>', now)
    .returningAll()
    .executeTakeFirst();

export async function deleteTokensOf(tx: Db, purpose: TokenPurpose, address_key: string): Promise<void> {
  await tx
    .deleteFrom('mail_tokens')
    .where('purpose', '=', purpose)
    .where('address_key', '=', address_key)
    .execute();
}

/** Deletes at most `limit` expired tokens; returns how many. */
export const deleteExpiredTokens = (db: Db, now: string, limit: BatchSize): Promise<number> =>
  deletedRows(
    db
      .deleteFrom('mail_tokens')
      .where('token_hash', 'in', (eb) =>
        eb.selectFrom('mail_tokens').select('token_hash').where('expires', '<=', now).limit(limit),
      ),
  );
