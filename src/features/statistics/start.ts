import { lastKnownSite, readSite } from '../../core/site/site.ts';
import { everythingTag, statisticsTag } from '../../platform/http/cache/reads.ts';
import { forwardedIpReader, trustsProxies } from '../../platform/http/request/client-ip.ts';
import { errorDetails } from '../../platform/log/log.ts';
import { statisticsNotStored, statisticsNotSwitched } from '../../platform/messages/operator.ts';
import type { ServerParts, Service } from '../../platform/module.ts';
import type { Keeper } from './keep.ts';
import { readStatisticsSettings } from './switch.ts';

/** SQLite notifies no one; its data version costs a few microseconds. */
const lookMs = 1_000;

/** Counts while the owner wants it, and loads what is needed for it only then. */
export function startStatistics({ site, database, config, log }: ServerParts): Service {
  let keeper: Keeper | null = null;
  let isStopped = false;
  let current = Promise.resolve();

  const load = async (): Promise<void> => {
    const { Days } = await import('./days.ts');
    const { keepStatistics } = await import('./keep.ts');
    const { RequestCounter } = await import('./counting/counter.ts');
    await readSite(site.blog);
    const days = new Days(lastKnownSite(site.blog).time_zone);
    const counter = new RequestCounter({
      days,
      // Each request asks for it: `blog.now` would create a date for that.
      now: Date.now,
      siteUrl: site.blog.siteUrl,
      forwardedIp: trustsProxies(config.trustProxy) ? forwardedIpReader(config.trustProxy) : null,
      full: () => keeper?.flushSoon(),
    });
    keeper = await keepStatistics(site.blog, days, counter, database.dialect.kind);
    site.statistics = counter;
  };
  const unload = async (how: 'ended' | 'switched off'): Promise<void> => {
    const stopping = keeper;
    site.statistics = null;
    keeper = null;
    await stopping?.stop(how);
  };
  /** Without statistics a site works as well, so no error of theirs stops it. */
  const look = (): Promise<void> => {
    current = current
      .then(async () => {
        if (isStopped) return;
        const { isOn } = await readStatisticsSettings(site.blog);
        if (isOn && !keeper) await load();
        if (!isOn && keeper) await unload('switched off');
      })
      .catch((error) => log.warn(statisticsNotSwitched, errorDetails(error)));
    return current;
  };

  let seen = database.version?.();
  const timer = database.version
    ? setInterval(() => {
        const version = database.version?.();
        if (version !== seen) void look();
        seen = version;
      }, lookMs).unref()
    : undefined;

  return {
    // Looks at the switch if one of these tags says that it may have changed.
    changed: async (tags) => {
      if (tags.includes(statisticsTag) || tags.includes(everythingTag)) await look();
    },
    stop: async () => {
      clearInterval(timer);
      isStopped = true;
      await current;
      await unload('ended').catch((error) => log.warn(statisticsNotStored, errorDetails(error)));
    },
  };
}
