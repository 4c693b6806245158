import { recordActivity } from '../../core/site/activity.ts';
import { type Change, writeChange } from '../../core/site/site.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { readSetting } from '../../platform/db/settings.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { siteTag } from '../../platform/http/cache/reads.ts';
import { message } from '../../platform/messages/translate.ts';
import type { AppsSwitch } from './api.ts';

export const appsSetting = 'apps';

const fresh: AppsSwitch = { tokens: false, micropub: false, mcp: false };

/** Micropub and assistants need access tokens. */
export function toApps(stored: string | undefined): AppsSwitch {
  const apps: AppsSwitch = { ...fresh, ...JSON.parse(stored ?? '{}') };
  return { ...apps, tokens: apps.tokens || apps.micropub || apps.mcp };
}

/** Read for each request of an app, so that a switch has its effect in every process at once. */
export const readApps = async ({ db }: { db: Db }): Promise<AppsSwitch> =>
  toApps(await readSetting(db, appsSetting));

export async function changeApps(blog: Blog, change: Change<AppsSwitch>): Promise<AppsSwitch> {
  const apps = await inTransaction(blog.db, async (tx) => {
    const apps = await writeChange(tx, appsSetting, readApps, change);
    const on = Object.entries(apps).flatMap(([name, isOn]) => (isOn ? [name] : []));
    await recordActivity(
      blog,
      tx,
      'security',
      message('Changed what apps can use: {names}', { names: on.join(', ') || message('nothing') }),
    );
    return apps;
  });
  // Pages name the endpoints.
  blog.changed({ touches: [siteTag] });
  return apps;
}
