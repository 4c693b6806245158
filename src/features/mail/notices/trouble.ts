import { firstMigration } from '../../../core/site/store/overview.ts';
import { type Blog, nowIso, serverUrl } from '../../../platform/blog.ts';
import { isDiskFull, isReadOnly } from '../../../platform/db/database-errors.ts';
import type { Db } from '../../../platform/db/open.ts';
import { readSetting, writeSetting } from '../../../platform/db/settings.ts';
import { inTransaction, lockName } from '../../../platform/db/transaction.ts';
import type { BackupRecord } from '../../../platform/feature.ts';
import { startJobs } from '../../../platform/jobs/add-job.ts';
import * as messages from '../messages/mail.ts';
import { type DiskLevel, diskLevel, isWorse, type Space, spaceOf, spaceParts } from './disk.ts';
import { dateText, mailOwner, type NamedOwner, ownerOfTrouble, ownerTemplate } from './owner-template.ts';

/** JSON: what the owner was notified of last. */
const setting = 'trouble_notices';
const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** A backup is due every day; a server may be off for a night. */
const missingMs = 2 * day + 2 * hour;

type State = {
  /** When the owner was last notified that backups fail; absent while they work. */
  backup?: string | undefined;
  disk?: DiskLevel | undefined;
};

/** Tells the owner of failing backups and a full disk. Called again and again, by one process. */
export async function mailTrouble(blog: Blog, space: () => Promise<Space> = ownSpace(blog)): Promise<void> {
  if (!(await ownerOfTrouble(blog, blog.db))) return;
  const found = await space();
  try {
    await inTransaction(blog.db, (tx) => notifyTrouble(blog, tx, found));
  } catch (error) {
    if (!isDiskFull(error) && !isReadOnly(error)) throw error;
    return mailWithoutQueue(blog);
  }
  startJobs(blog);
}

const ownSpace = (blog: Blog) => () => spaceOf(blog.dataFolder);

async function notifyTrouble(blog: Blog, tx: Db, space: Space): Promise<void> {
  await lockName(tx, setting);
  const owner = await ownerOfTrouble(blog, tx);
  if (!owner) return;
  const stored = (await readSetting(tx, setting)) ?? '{}';
  const before = JSON.parse(stored) as State;
  const after: State = {
    backup: await notifyBackup(blog, tx, owner, before.backup),
    disk: await notifyDisk(blog, tx, owner, before.disk, space),
  };
  const written = JSON.stringify(after);
  if (written !== stored) await writeSetting(tx, setting, written);
}

/** Returns when the owner was last notified that backups fail. */
async function notifyBackup(
  blog: Blog,
  tx: Db,
  owner: NamedOwner,
  notified: string | undefined,
): Promise<string | undefined> {
  const { site } = owner;
  const button = { label: messages.openBackups, url: `${serverUrl(blog)}/admin/detail` };
  const tell = (about: string, subject: string, parts: string[]) =>
    mailOwner(blog, tx, owner, `backup ${about} ${nowIso(blog)}`, { subject, parts, button });
  const record = await lastBackup(blog, tx);
  const failure = await backupFailure(blog, tx, owner, record);
  if (failure === null) {
    if (notified !== undefined) {
      const made = messages.backupMadeOn(dateText(new Date(record.made ?? blog.now()), site));
      if (!(await tell('works', messages.backupWorksAgain(site.site_name), [made]))) return notified;
    }
    return undefined;
  }
  if (notified !== undefined && isWithin(blog, notified, day)) return notified;
  const subject = notified === undefined ? messages.backupFailed : messages.backupStillFails;
  const isQueued = await tell('failed', subject(site.site_name), [failure, messages.backupTriedAgain]);
  return isQueued ? nowIso(blog) : notified;
}

async function lastBackup(blog: Blog, tx: Db): Promise<BackupRecord> {
  const maker = blog.features.find(({ lastBackup }) => lastBackup);
  return (await maker?.lastBackup?.(blog, tx)) ?? { isOff: true };
}

/** Why the owner should worry, or null. A server that is killed while it makes a backup can record no failure. */
async function backupFailure(
  blog: Blog,
  tx: Db,
  { site }: NamedOwner,
  { made, failed, isOff }: BackupRecord,
): Promise<string | null> {
  if (isOff) return null;
  if (failed) return messages.backupFailedBecause(dateText(new Date(failed.date), site), failed.message);
  const last = made ?? (await firstMigration(tx));
  if (last === undefined || isWithin(blog, last, missingMs)) return null;
  return messages.backupMissing(made === undefined ? null : dateText(new Date(made), site));
}

const isWithin = (blog: Blog, date: string, ms: number): boolean =>
  blog.now().getTime() - Date.parse(date) < ms;

async function notifyDisk(
  blog: Blog,
  tx: Db,
  owner: NamedOwner,
  before: DiskLevel = 'fine',
  space: Space,
): Promise<DiskLevel> {
  const level = diskLevel(space, before);
  if (!isWorse(level, before)) return level;
  const isQueued = await mailOwner(blog, tx, owner, `disk ${level} ${nowIso(blog)}`, {
    subject: messages.diskSubjects[level](owner.site.site_name),
    parts: spaceParts(space),
  });
  return isQueued ? level : before;
}

const notifiedDirectly = new WeakMap<Db, number>();

/**
 * On a full disk nothing can be queued, so the mail is sent from here, at most once a day. It is the only one that may arrive
 * twice, after a restart.
 */
async function mailWithoutQueue(blog: Blog): Promise<void> {
  const now = blog.now().getTime();
  if (now - (notifiedDirectly.get(blog.db) ?? Number.NEGATIVE_INFINITY) < day) return;
  const owner = await ownerOfTrouble(blog, blog.db);
  if (!owner) return;
  const content = {
    subject: messages.diskSubjects.full(owner.site.site_name),
    parts: [messages.diskIsFull],
  };
  const { sendWithoutQueue } = await import('./send-without-queue.ts');
  const about = `disk full ${nowIso(blog).slice(0, 10)}`;
  await sendWithoutQueue(blog, owner.address, about, ownerTemplate(blog, owner, content));
  notifiedDirectly.set(blog.db, now);
}
