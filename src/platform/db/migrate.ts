import { sql } from 'kysely';
import { interruptedMove, newerDatabase, otherDatabase } from '../messages/operator.ts';
import { countContentChanges } from './content-version.ts';
import type { Migration } from './migration.ts';
import * as release1 from './migrations/0.1.0.ts';
import * as statistics from './migrations/061-statistics.ts';
import * as eventDates from './migrations/062-event-dates.ts';
import * as totals from './migrations/063-totals.ts';
import * as postGrams from './migrations/064-post-grams.ts';
import * as contentVersion from './migrations/065-content-version.ts';
import * as movingCategories from './migrations/068-moving-categories.ts';
import * as neighbors from './migrations/070-neighbors.ts';
import * as commentVersions from './migrations/073-comment-versions.ts';
import * as plannedOnce from './migrations/074-planned-once.ts';
import * as subscriberTotals from './migrations/076-subscriber-totals.ts';
import * as gramsAtOnce from './migrations/077-grams-at-once.ts';
import * as settingChanges from './migrations/078-setting-changes.ts';
import * as endedDrafts from './migrations/079-ended-drafts.ts';
import * as commentForms from './migrations/080-comment-forms.ts';
import * as textsOfLanguage from './migrations/081-texts-of-language.ts';
import * as dropListingMonths from './migrations/085-drop-listing-months.ts';
import * as trigrams from './migrations/086-trigrams.ts';
import * as datesOfImportedImages from './migrations/090-dates-of-imported-images.ts';
import * as outbox from './migrations/095-outbox.ts';
import * as hubOutbox from './migrations/096-hub-outbox.ts';
import * as mentionOutbox from './migrations/097-mention-outbox.ts';
import * as fediverseOutbox from './migrations/098-fediverse-outbox.ts';
import * as answerOutbox from './migrations/099-answer-outbox.ts';
import * as published from './migrations/100-published.ts';
import * as cuts from './migrations/103-cuts.ts';
import * as remarks from './migrations/104-remarks.ts';
import * as accessTokens from './migrations/105-access-tokens.ts';
import * as webhooks from './migrations/106-webhooks.ts';
import * as series from './migrations/107-series.ts';
import * as categoryDescriptions from './migrations/109-category-descriptions.ts';
import * as fediverseRecipients from './migrations/110-fediverse-recipients.ts';
import * as webhookOutbox from './migrations/111-webhook-outbox.ts';
import * as socialTriggers from './migrations/115-social-triggers.ts';
import * as connections from './migrations/120-connections.ts';
import * as followSources from './migrations/135-follow-sources.ts';
import * as profileLanguage from './migrations/136-profile-language.ts';
import * as publishedOrder from './migrations/137-published-order.ts';
import * as activityMessages from './migrations/138-activity-messages.ts';
import { DatabaseProblem, type OpenDatabase } from './open.ts';

/**
 * In order. The database stores the names, and the SQL of a released migration is never edited: a change is a new
 * migration. The first stands for all that came before version 0.1.0; its databases have the names of the others as well.
 */
export const migrations: readonly { name: string; up: Migration }[] = [
  { name: '060-mail-setup', up: release1.up },
  { name: '061-statistics', up: statistics.up },
  { name: '062-event-dates', up: eventDates.up },
  { name: '063-totals', up: totals.up },
  { name: '064-post-grams', up: postGrams.up },
  { name: '065-content-version', up: contentVersion.up },
  { name: '068-moving-categories', up: movingCategories.up },
  { name: '070-neighbors', up: neighbors.up },
  { name: '073-comment-versions', up: commentVersions.up },
  { name: '074-planned-once', up: plannedOnce.up },
  { name: '076-subscriber-totals', up: subscriberTotals.up },
  { name: '077-grams-at-once', up: gramsAtOnce.up },
  { name: '078-setting-changes', up: settingChanges.up },
  { name: '079-ended-drafts', up: endedDrafts.up },
  { name: '080-comment-forms', up: commentForms.up },
  { name: '081-texts-of-language', up: textsOfLanguage.up },
  { name: '085-drop-listing-months', up: dropListingMonths.up },
  { name: '086-trigrams', up: trigrams.up },
  { name: '090-dates-of-imported-images', up: datesOfImportedImages.up },
  { name: '095-outbox', up: outbox.up },
  { name: '096-hub-outbox', up: hubOutbox.up },
  { name: '097-mention-outbox', up: mentionOutbox.up },
  { name: '098-fediverse-outbox', up: fediverseOutbox.up },
  { name: '099-answer-outbox', up: answerOutbox.up },
  { name: '100-published', up: published.up },
  { name: '103-cuts', up: cuts.up },
  { name: '104-remarks', up: remarks.up },
  { name: '105-access-tokens', up: accessTokens.up },
  { name: '106-webhooks', up: webhooks.up },
  { name: '107-series', up: series.up },
  { name: '109-category-descriptions', up: categoryDescriptions.up },
  { name: '110-fediverse-recipients', up: fediverseRecipients.up },
  { name: '111-webhook-outbox', up: webhookOutbox.up },
  { name: '115-social-triggers', up: socialTriggers.up },
  { name: '120-connections', up: connections.up },
  { name: '135-follow-sources', up: followSources.up },
  { name: '136-profile-language', up: profileLanguage.up },
  { name: '137-published-order', up: publishedOrder.up },
  { name: '138-activity-messages', up: activityMessages.up },
];

/** Whether a database with these migrations was changed by a newer version. */
export function isOfNewerVersion(
  applied: readonly string[],
  steps: readonly { name: string }[] = migrations,
): boolean {
  const [first] = steps;
  const known = new Set(steps.map(({ name }) => name));
  return applied.some((name) => !known.has(name) && !(first && name < first.name));
}

/** The database has migrations that this version does not know. */
export class NewerDatabase extends DatabaseProblem {}

/** The table with the progress of a move; it exists until the move has succeeded. */
export const moveProgressTable = 'move_progress';

/**
 * Applies pending migrations in one transaction, so that an interrupted run leaves the old schema. Other processes that
 * start meanwhile wait.
 */
export async function migrate(
  { db, dialect, location }: Pick<OpenDatabase, 'db' | 'dialect' | 'location'>,
  steps: readonly { name: string; up: Migration }[] = migrations,
  /** Called before the first change to an existing site, while other processes wait. */
  beforeChange: () => Promise<void> = async () => {},
  /** Called before the first table of a new database is created. */
  beforeFirst: () => Promise<void> = async () => {},
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    for (const statement of dialect.lockMigrations) await statement.execute(tx);
    const { rows: tables } = await dialect.tables.execute(tx);
    if (tables.length > 0 && !tables.some(({ name }) => name === 'migrations'))
      throw new DatabaseProblem(otherDatabase(location));
    if (tables.some(({ name }) => name === moveProgressTable))
      throw new DatabaseProblem(interruptedMove(location));

    if (tables.length === 0) await beforeFirst();
    await sql`create table if not exists migrations (name text primary key, applied text not null)`.execute(
      tx,
    );
    const applied = (await tx.selectFrom('migrations').select('name').execute()).map(({ name }) => name);
    if (isOfNewerVersion(applied, steps)) throw new NewerDatabase(newerDatabase(location));
    const pending = steps.filter(({ name }) => !applied.includes(name));

    if (applied.length > 0 && pending.length > 0) await beforeChange();
    for (const { name, up } of pending) {
      await up(tx, dialect);
      await tx.insertInto('migrations').values({ name, applied: new Date().toISOString() }).execute();
    }
    if (dialect.kind === 'sqlite' && pending.length > 0) await countContentChanges(tx);
    return pending.map(({ name }) => name);
  });
}
