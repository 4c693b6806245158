import { urls } from '../../../platform/http/urls.ts';

/** Feed autodiscovery. Without `list`, the feeds of the whole site. */
export function FeedLinks({ list = '', title }: { list?: string; title: string }) {
  return (
    <>
      <link rel="alternate" type="application/rss+xml" title={`${title} (RSS)`} href={list + urls.feed} />
      <link rel="alternate" type="application/atom+xml" title={`${title} (Atom)`} href={list + urls.atom} />
      <link
        rel="alternate"
        type="application/feed+json"
        title={`${title} (JSON)`}
        href={list + urls.jsonFeed}
      />
    </>
  );
}
