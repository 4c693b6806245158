import { sql } from 'kysely';
import { interruptedMove, newerDatabase, otherDatabase } from '../messages/operator.ts';
import { countContentChanges } from './content-version.ts';
import type { Migration } from './migration.ts';
import * as first from './migrations/001-first.ts';
import * as adminList from './migrations/002-admin-list.ts';
import * as search from './migrations/003-search.ts';
import * as shares from './migrations/004-shares.ts';
import * as formerUrls from './migrations/010-addresses.ts';
import * as revisions from './migrations/011-revisions.ts';
import * as previews from './migrations/012-previews.ts';
import * as scheduling from './migrations/013-scheduling.ts';
import * as drafts from './migrations/014-drafts.ts';
import * as commentSpam from './migrations/015-comment-spam.ts';
import * as changes from './migrations/016-changes.ts';
import * as applicationId from './migrations/018-application-id.ts';
import * as activity from './migrations/019-activity.ts';
import * as signInMethods from './migrations/020-ways-in.ts';
import * as waitingComments from './migrations/021-waiting-comments.ts';
import * as dateGiven from './migrations/022-date-given.ts';
import * as commentFeatures from './migrations/023-comment-features.ts';
import * as voteHashes from './migrations/024-vote-hashes.ts';
import * as draftDocuments from './migrations/025-draft-documents.ts';
import * as firstPasswords from './migrations/026-first-passwords.ts';
import * as categoryChanges from './migrations/027-category-changes.ts';
import * as postSettings from './migrations/028-post-settings.ts';
import * as bin from './migrations/029-bin.ts';
import * as draftOrigins from './migrations/030-draft-origins.ts';
import * as mediaEmbeds from './migrations/031-media-embeds.ts';
import * as rendererVersions from './migrations/032-renderer-versions.ts';
import * as pages from './migrations/033-pages.ts';
import * as translations from './migrations/034-translations.ts';
import * as links from './migrations/035-links.ts';
import * as profiles from './migrations/036-profiles.ts';
import * as siteImages from './migrations/037-site-images.ts';
import * as readingTime from './migrations/038-reading-time.ts';
import * as taxonomy from './migrations/039-taxonomy.ts';
import * as commentThreads from './migrations/040-comment-threads.ts';
import * as redirects from './migrations/041-redirects.ts';
import * as jobs from './migrations/042-jobs.ts';
import * as imports from './migrations/043-imports.ts';
import * as importImages from './migrations/044-import-images.ts';
import * as conversation from './migrations/045-conversation.ts';
import * as webmentions from './migrations/046-webmentions.ts';
import * as sentMentions from './migrations/047-sent-mentions.ts';
import * as fediverse from './migrations/048-fediverse.ts';
import * as fediverseInbox from './migrations/049-fediverse-inbox.ts';
import * as deletedOrigins from './migrations/050-deleted-origins.ts';
import * as socialReplies from './migrations/052-social-replies.ts';
import * as mail from './migrations/053-mail.ts';
import * as newsletters from './migrations/054-newsletters.ts';
import * as subscriptionRequests from './migrations/055-subscription-requests.ts';
import * as mailServer from './migrations/056-mail-server.ts';
import * as commenters from './migrations/057-commenters.ts';
import * as newsletterStatus from './migrations/058-newsletter-status.ts';
import * as ownerNotices from './migrations/059-owner-notices.ts';
import * as mailSetup from './migrations/060-mail-setup.ts';
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
import { DatabaseProblem, type OpenDatabase } from './open.ts';

/**
 * In order. The database stores the names, and the SQL of a released migration is never edited: a change is a new
 * migration.
 */
export const migrations: readonly { name: string; up: Migration }[] = [
  { name: '001-first', up: first.up },
  { name: '002-admin-list', up: adminList.up },
  { name: '003-search', up: search.up },
  { name: '004-shares', up: shares.up },
  { name: '010-addresses', up: formerUrls.up },
  { name: '011-revisions', up: revisions.up },
  { name: '012-previews', up: previews.up },
  { name: '013-scheduling', up: scheduling.up },
  { name: '014-drafts', up: drafts.up },
  { name: '015-comment-spam', up: commentSpam.up },
  { name: '016-changes', up: changes.up },
  { name: '018-application-id', up: applicationId.up },
  { name: '019-activity', up: activity.up },
  { name: '020-ways-in', up: signInMethods.up },
  { name: '021-waiting-comments', up: waitingComments.up },
  { name: '022-date-given', up: dateGiven.up },
  { name: '023-comment-features', up: commentFeatures.up },
  { name: '024-vote-hashes', up: voteHashes.up },
  { name: '025-draft-documents', up: draftDocuments.up },
  { name: '026-first-passwords', up: firstPasswords.up },
  { name: '027-category-changes', up: categoryChanges.up },
  { name: '028-post-settings', up: postSettings.up },
  { name: '029-bin', up: bin.up },
  { name: '030-draft-origins', up: draftOrigins.up },
  { name: '031-media-embeds', up: mediaEmbeds.up },
  { name: '032-renderer-versions', up: rendererVersions.up },
  { name: '033-pages', up: pages.up },
  { name: '034-translations', up: translations.up },
  { name: '035-links', up: links.up },
  { name: '036-profiles', up: profiles.up },
  { name: '037-site-images', up: siteImages.up },
  { name: '038-reading-time', up: readingTime.up },
  { name: '039-taxonomy', up: taxonomy.up },
  { name: '040-comment-threads', up: commentThreads.up },
  { name: '041-redirects', up: redirects.up },
  { name: '042-jobs', up: jobs.up },
  { name: '043-imports', up: imports.up },
  { name: '044-import-images', up: importImages.up },
  { name: '045-conversation', up: conversation.up },
  { name: '046-webmentions', up: webmentions.up },
  { name: '047-sent-mentions', up: sentMentions.up },
  { name: '048-fediverse', up: fediverse.up },
  { name: '049-fediverse-inbox', up: fediverseInbox.up },
  { name: '050-deleted-origins', up: deletedOrigins.up },
  { name: '052-social-replies', up: socialReplies.up },
  { name: '053-mail', up: mail.up },
  { name: '054-newsletters', up: newsletters.up },
  { name: '055-subscription-requests', up: subscriptionRequests.up },
  { name: '056-mail-server', up: mailServer.up },
  { name: '057-commenters', up: commenters.up },
  { name: '058-newsletter-status', up: newsletterStatus.up },
  { name: '059-owner-notices', up: ownerNotices.up },
  { name: '060-mail-setup', up: mailSetup.up },
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
];

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
    const applied = new Set(
      (await tx.selectFrom('migrations').select('name').execute()).map(({ name }) => name),
    );
    const known = new Set(steps.map(({ name }) => name));
    if ([...applied].some((name) => !known.has(name))) throw new NewerDatabase(newerDatabase(location));

    if (applied.size > 0 && steps.some(({ name }) => !applied.has(name))) await beforeChange();
    const done: string[] = [];
    for (const { name, up } of steps) {
      if (applied.has(name)) continue;
      await up(tx, dialect);
      await tx.insertInto('migrations').values({ name, applied: new Date().toISOString() }).execute();
      done.push(name);
    }
    if (dialect.kind === 'sqlite' && done.length > 0) await countContentChanges(tx);
    return done;
  });
}
