import { urls } from '../../../contract/urls.ts';

/** Tells browsers and readers of the feeds of a list; the site's own have no `list`. */
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
