import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { viewerOf } from '../core/accounts/sign-in/sign-in.ts';
import { themePath, themeUrl } from '../core/site/api/theme-url.ts';
import { lastKnownLanguage, readSite } from '../core/site/site.ts';
import { pageApi } from '../modules/page-api.ts';
import { modules } from '../modules.ts';
import type { Blog } from '../platform/blog.ts';
import type { Site } from '../platform/http/context.ts';
import { defaultQueueLimits, RequestQueue } from '../platform/http/limits/load-shedding.ts';
import { rateLimiters } from '../platform/http/limits/rate-limit.ts';
import { RequestMetrics } from '../platform/http/metrics/requests.ts';
import { loadAssets } from '../platform/http/pages/assets.ts';
import { earlierAssetsFolder, loadEarlierAssets } from '../platform/http/pages/earlier-assets.ts';
import { PageTable } from '../platform/http/pages/page-properties.ts';
import type { PageSource } from '../platform/http/pages/page-source.ts';
import { builtRenderer } from '../platform/http/pages/renderer.ts';
import { cookieJar } from '../platform/http/request/cookies.ts';
import { createHttpServer } from '../platform/http/server.ts';
import type { Log } from '../platform/log/log.ts';
import { packageRoot } from '../platform/process/package-root.ts';

const dist = path.join(packageRoot, 'dist');

/**
 * The public site for a publication: the real server on a port of the loopback interface, without page cache, in the process that
 * publishes. It counts no hits of redirects, because nothing writes its counts.
 */
export async function pageSource(ofSite: Blog, log: Log, live: string | null): Promise<PageSource> {
  const blog = { ...ofSite, isRepeatable: true };
  const site: Site = {
    blog,
    language: { read: async () => (await readSite(blog)).language, lastKnown: () => lastKnownLanguage(blog) },
    pageTable: new PageTable(modules),
    viewerOf: (token) => viewerOf(blog, token),
    jar: cookieJar(blog.keys.csrf, false),
    log: { ...log, request: () => {} },
    clientIp: () => '127.0.0.1',
    detectUntrustedProxy: () => {},
    pages: null,
    queue: new RequestQueue(defaultQueueLimits),
    metrics: new RequestMetrics(),
    rateLimiters: rateLimiters(blog),
    statistics: null,
    bearer: null,
    routes: [],
    copy: { live },
  };
  const assets = loadAssets(path.join(dist, 'client'));
  const server = createHttpServer({
    site,
    modules,
    renderer: await builtRenderer(dist, pageApi),
    assets: new Map([...loadEarlierAssets(earlierAssetsFolder(blog.dataFolder), assets), ...assets]),
    mediaOrigin: null,
    shutdown: { isDraining: false, socketClosed: undefined },
    isAllowedHost: () => true,
    metricsToken: null,
    readMetrics: async () => [],
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  return {
    get: async (target, { onlyHead = false } = {}) => {
      const headers = { accept: isFeed.test(target) ? '*/*' : 'text/html,*/*;q=0.8' };
      // Its query names the color, which a file has to contain.
      const path = target === themePath ? themeUrl((await readSite(blog)).theme_color) : target;
      const method = onlyHead ? 'HEAD' : 'GET';
      const request = httpRequest({ host: '127.0.0.1', port, path, agent, headers, method }).end();
      const [body] = (await once(request, 'response')) as [IncomingMessage];
      if (onlyHead) body.resume();
      const { statusCode: status = 0, headers: sent } = body;
      return {
        status,
        type: sent['content-type'] ?? '',
        cacheControl: sent['cache-control'],
        tags: String(sent['surrogate-key'] ?? ''),
        location: sent.location ?? null,
        body,
      };
    },
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A browser that asks for the RSS feed gets a page about it; the copy has the feed. */
const isFeed = /\.(?:xml|json)$/;
