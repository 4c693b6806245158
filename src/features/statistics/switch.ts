import { recordActivity } from '../../core/site/activity.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { readSetting, writeSetting } from '../../platform/db/settings.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { statisticsTag } from '../../platform/http/cache/reads.ts';
import { message } from '../../platform/messages/translate.ts';
import type { StatisticsSettings } from './api/statistics.ts';

const settingName = 'statistics';

const fresh: StatisticsSettings = { isOn: true };

export async function readStatisticsSettings({ db }: { db: Db }): Promise<StatisticsSettings> {
  return { ...fresh, ...JSON.parse((await readSetting(db, settingName)) ?? '{}') };
}

/** Processes that count learn of it as pages learn of changes, and stop or start counting. */
export async function changeStatistics(
  blog: Blog,
  settings: StatisticsSettings,
): Promise<StatisticsSettings> {
  await inTransaction(blog.db, async (tx) => {
    await writeSetting(tx, settingName, JSON.stringify(settings));
    await recordActivity(
      blog,
      tx,
      'site',
      settings.isOn ? message('Switched statistics on') : message('Switched statistics off'),
    );
  });
  blog.changed({ touches: [statisticsTag] });
  return settings;
}
