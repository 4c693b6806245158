import { urls } from '../../../platform/http/urls.ts';
import { useIsCopy } from '../../../platform/web/copy-context.ts';

const formats = [
  { name: 'RSS', type: 'application/rss+xml', file: urls.feed },
  { name: 'Atom', type: 'application/atom+xml', file: urls.atom },
  { name: 'JSON', type: 'application/feed+json', file: urls.jsonFeed },
];

/** Feed autodiscovery. Without `list`, the feeds of the whole site. Lists of a copy have one format: see `redirectsFile`. */
export function FeedLinks({ list = '', title }: { list?: string; title: string }) {
  const isSingle = useIsCopy() && list !== '';
  return (isSingle ? formats.slice(0, 1) : formats).map(({ name, type, file }) => (
    <link key={name} rel="alternate" type={type} title={`${title} (${name})`} href={list + file} />
  ));
}
