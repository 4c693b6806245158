import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { identify, type SiteIdentity } from '../../../platform/db/inspect.ts';
import { ownerName } from '../../../platform/files/files.ts';
import { backupOfOtherSite } from '../../../platform/messages/operator.ts';
import { backupsFolder } from './backups.ts';
import { BackupProblem } from './manifest.ts';

/**
 * Refuses to replace the site in the data folder by another one; returns the id of the site. A backup from before sites had an id is
 * known by its place among the site's own backups, or by a key that the replaced database has as well.
 */
export async function requireSameSite(
  dataDir: string,
  backup: { path: string; identity: SiteIdentity },
  replacedDatabase: string,
): Promise<string | null> {
  const { siteId, key } = backup.identity;
  const text = await readFile(path.join(dataDir, 'images', ownerName), 'utf8').catch(() => null);
  const owner = text?.trim() ?? null;
  if (siteId !== null || owner === null) {
    if (owner !== null && owner !== siteId) throw new BackupProblem(backupOfOtherSite(dataDir));
    return siteId;
  }
  const isOwn = path.dirname(path.resolve(backup.path)) === path.resolve(backupsFolder(dataDir));
  if (!isOwn && (key === null || key !== keyOf(replacedDatabase)))
    throw new BackupProblem(backupOfOtherSite(dataDir));
  return owner;
}

function keyOf(file: string): string | null {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    return identify(database).key;
  } catch {
    // Missing, or so corrupt that it is replaced for that.
    return null;
  }
}

/** Otherwise the next version that knows ids would give it a new one, and take its images for those of another site. */
export function setSiteId(file: string, siteId: string): void {
  using database = new DatabaseSync(file);
  database.prepare("insert into settings (name, value) values ('site_id', ?)").run(siteId);
}
