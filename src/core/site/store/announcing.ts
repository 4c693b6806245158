import type { Db } from '../../../platform/db/open.ts';
import { deleteSetting, readSetting, writeSetting } from '../../../platform/db/settings.ts';

/** Have a value as long as other servers, or subscribers, are notified of changes; see `markAnnounced`. */
export const announcingSettings = { servers: 'announcing', subscribers: 'announcing:mail' } as const;

export const setAnnouncing = (
  tx: Db,
  isOn: boolean,
  to: keyof typeof announcingSettings = 'servers',
): Promise<void> =>
  isOn ? writeSetting(tx, announcingSettings[to], '1') : deleteSetting(tx, announcingSettings[to]);

export const isAnnouncingByMail = async (db: Db): Promise<boolean> =>
  (await readSetting(db, announcingSettings.subscribers)) !== undefined;
