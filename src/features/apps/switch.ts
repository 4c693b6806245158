import { recordActivity } from '../../core/site/activity.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { readSetting, writeSetting } from '../../platform/db/settings.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { siteTag } from '../../platform/http/cache/reads.ts';
import { message } from '../../platform/messages/translate.ts';
import type { AppsSwitch } from './api.ts';

export const appsSetting = 'apps';

const fresh: AppsSwitch = { tokens: false, micropub: false, mcp: false };

export const toApps = (stored: string | undefined): AppsSwitch => ({
  ...fresh,
  ...JSON.parse(stored ?? '{}'),
});

/** Read for each request of an app, so that a switch has its effect in every process at once. */
export const readApps = async (db: Db): Promise<AppsSwitch> => toApps(await readSetting(db, appsSetting));

/** Micropub and assistants need access tokens. */
export async function changeApps(blog: Blog, given: AppsSwitch): Promise<AppsSwitch> {
  const apps = { ...given, tokens: given.tokens || given.micropub || given.mcp };
  await inTransaction(blog.db, async (tx) => {
    await writeSetting(tx, appsSetting, JSON.stringify(apps));
    const on = Object.entries(apps).flatMap(([name, isOn]) => (isOn ? [name] : []));
    await recordActivity(
      blog,
      tx,
      'security',
      message('Changed what apps can use: {names}', { names: on.join(', ') || message('nothing') }),
    );
  });
  // Pages name the endpoints.
  blog.changed({ touches: [siteTag] });
  return apps;
}
