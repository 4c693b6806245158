import type { Site } from '../context.ts';
import { type Family, family } from './text.ts';

export type QueueGauge = { running: number; waiting: number };

/** Page cache, queues and database connections. */
export function siteFamilies(
  { pages, queue }: Pick<Site, 'pages' | 'queue'>,
  pool: (() => { busy: number; idle: number; waiting: number }) | null,
  ofModules: Readonly<Record<string, QueueGauge>>,
): Family[] {
  const queues = { readers: { running: queue.running, waiting: queue.waiting }, ...ofModules };
  const of = (what: 'running' | 'waiting') =>
    Object.fromEntries(Object.entries(queues).map(([name, gauge]) => [name, gauge[what]]));
  const families = [
    family('gauge', 'blog_queue_running', 'Jobs in progress.', of('running'), 'queue'),
    family('gauge', 'blog_queue_waiting', 'Jobs waiting in the queue.', of('waiting'), 'queue'),
    family('counter', 'blog_refused_total', 'Requests rejected by load shedding.', queue.rejected),
  ];
  if (pages) {
    const { bytes, pages: cached, hits, misses } = pages.cache.use;
    families.push(
      family('gauge', 'blog_page_cache_bytes', 'Memory used by cached pages.', bytes),
      family('gauge', 'blog_page_cache_pages', 'Cached pages.', cached),
      family('counter', 'blog_page_cache_hits_total', 'Page cache hits.', hits),
      family('counter', 'blog_page_cache_misses_total', 'Page cache misses.', misses),
    );
  }
  if (pool) {
    const { busy, idle, waiting } = pool();
    families.push(
      family(
        'gauge',
        'blog_database_connections',
        'Connections in the database pool.',
        { busy, idle },
        'state',
      ),
      family('gauge', 'blog_database_waiting', 'Queries waiting for a connection.', waiting),
    );
  }
  return families;
}
