import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pagePathProblem, reservedSegments } from '../src/core/posts/rules/page-paths.ts';
import { appUrls } from '../src/features/apps/urls.ts';
import { fediverseUrls } from '../src/features/fediverse/urls.ts';
import { pages } from '../src/modules/pages.ts';
import { urls } from '../src/platform/http/urls.ts';

const root = path.join(import.meta.dirname, '..');
const firstOf = (served: string): string => served.split(/[/?]/)[1] ?? '';

/** Calls of the web API are below /webapi, and the metrics name them without it. */
const withoutPaths = ['**/*.test.ts', 'src/platform/http/api/**', 'src/platform/http/metrics/**'];

const servers = [
  'src/platform/http/**/*.ts',
  'src/core/feeds/{discovery,feed-formats,feed-path,serve-*}.ts',
  'src/core/redirects/serve-redirects.ts',
  'src/core/images/routes/serve-images.ts',
  'src/core/site/routes/theme.ts',
  'src/features/fediverse/routes/*.ts',
  'src/features/webmention/routes/receive.ts',
];

/** First segments of all paths that the server serves itself, with where they are. */
function* servedSegments(): Generator<[segment: string, from: string]> {
  for (const page of pages) yield [firstOf(page.path), 'src/modules/pages.ts'];
  for (const [name, url] of Object.entries({ ...urls, ...fediverseUrls, ...appUrls }))
    yield [
      firstOf(typeof url === 'string' ? url : (url as (...of: unknown[]) => string)('1', 1)),
      `urls.${name}`,
    ];
  for (const file of globSync(servers, { cwd: root, exclude: withoutPaths }))
    for (const [, segment = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(
      // The beginning of a string, or of a regular expression.
      /(?:['"`]\/|\^\\\/)([\w.-]+)/g,
    ))
      yield [segment, file];
}

/** A path with an extension is that of a file, where no page can be. */
const isPageSegment = (segment: string): boolean => segment !== '' && !/\.\w+$|-$/.test(segment);

test('no page can be at a path that the server uses itself', () => {
  const served = new Map([...servedSegments()].filter(([segment]) => isPageSegment(segment)));
  for (const known of ['admin', 'card', 'healthz', 'images', 'login', 'metrics', 'post', 'webapi'])
    expect(served.keys(), known).toContain(known);
  const free = [...served].filter(([segment]) => !Object.hasOwn(reservedSegments, segment));
  expect(
    free.map(([segment, from]) => `/${segment} (${from})`),
    'Add these to reservedSegments in src/core/posts/rules/page-paths.ts',
  ).toEqual([]);
});

test('words that are meant for later are reserved, too', () => {
  for (const word of ['api', 'archive', 'topics', 'subscribe', 'feed.xml', 'robots.txt', 'title-font.css'])
    expect(pagePathProblem(`/${word}`), word).not.toBeNull();
});
