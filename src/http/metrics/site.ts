import { passwordQueue } from '../../blog/sign-in/passwords.ts';
import type { PoolUse } from '../../db/open.ts';
import { pictureQueue } from '../../media/images.ts';
import type { Site } from '../context.ts';
import { type Family, family } from './text.ts';

/** What the site keeps in memory, what waits in its queues, and how its database connections are used. */
export function siteFamilies(
  { pages, queue }: Pick<Site, 'pages' | 'queue'>,
  pool: (() => PoolUse) | null,
): Family[] {
  const queues = {
    readers: { running: queue.running, waiting: queue.waiting },
    passwords: passwordQueue(),
    pictures: pictureQueue(),
  };
  const of = (what: 'running' | 'waiting') => ({
    readers: queues.readers[what],
    passwords: queues.passwords[what],
    pictures: queues.pictures[what],
  });
  const families = [
    family('gauge', 'blog_queue_running', 'Jobs at work.', of('running'), 'queue'),
    family('gauge', 'blog_queue_waiting', 'Jobs that wait for their turn.', of('waiting'), 'queue'),
    family('counter', 'blog_refused_total', 'Readers who were told to come back.', queue.rejected),
  ];
  if (pages) {
    const { bytes, pages: kept, hits, misses } = pages.cache.use;
    families.push(
      family('gauge', 'blog_page_cache_bytes', 'Memory of kept pages.', bytes),
      family('gauge', 'blog_page_cache_pages', 'Pages that are kept.', kept),
      family('counter', 'blog_page_cache_hits_total', 'Pages that were there when asked for.', hits),
      family('counter', 'blog_page_cache_misses_total', 'Pages that were not.', misses),
    );
  }
  if (pool) {
    const { busy, idle, waiting } = pool();
    families.push(
      family('gauge', 'blog_database_connections', 'Connections of the pool.', { busy, idle }, 'state'),
      family('gauge', 'blog_database_waiting', 'Queries that wait for a connection.', waiting),
    );
  }
  return families;
}
