import type { IncomingMessage } from 'node:http';
import { lastKnownSite, readSite } from '../../../core/site/site.ts';
import type { Site } from '../../../platform/http/context.ts';
import type { Exchange } from '../../../platform/http/exchange.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { noSuchPage } from '../../../platform/messages/owner.ts';
import { asksForActivity, isFediversePath } from './paths.ts';

/** Where it is on, this needs no query. */
async function isFediverseOff({ blog, queue }: Site, request: IncomingMessage): Promise<boolean> {
  if (lastKnownSite(blog).fediverse !== 'off') return false;
  queue.rejectIfFull('reads', request);
  return (await queue.run('reads', request, () => readSite(blog))).fediverse === 'off';
}

/** What other servers of the fediverse ask for. Loaded only then. */
export async function sendToFediverse({ site, path, request, response }: Exchange): Promise<boolean> {
  const isDocument = isFediversePath(path);
  if (!isDocument && !asksForActivity(path, request)) return false;
  if (await isFediverseOff(site, request)) {
    if (isDocument) throw new Problem('not_found', noSuchPage);
    return false;
  }
  const { redirectToActivity, sendFediverse } = await import('./documents.ts');
  return (isDocument ? sendFediverse : redirectToActivity)(site, path, request, response);
}
