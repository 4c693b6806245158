import { childrenNamed, textIn, type XmlDialect, type XmlElement } from './xml-element.ts';
import { elementsIn } from './xml-parts.ts';

/** Atom, RSS and sitemaps. */
export const feedDialect: XmlDialect = {
  structure: new Set(['feed', 'rss', 'rdf:RDF', 'channel', 'urlset', 'sitemapindex']),
  items: new Set(['entry', 'item']),
  containers: new Set(['entry', 'item', 'author', 'app:control', 'url', 'sitemap']),
  nextItem: /<(?:entry|item)[\s>]/,
};

export const feedElements = (text: string, ...names: readonly string[]): XmlElement[] =>
  elementsIn(text, feedDialect).filter(({ name }) => names.includes(name));

export const linkOf = (element: Pick<XmlElement, 'children'>, wanted: string, type = ''): string =>
  childrenNamed(element, 'link').find(
    ({ attributes: { rel = 'alternate', href, type: own } }) =>
      rel === wanted && href && (!own || own.includes(type)),
  )?.attributes.href ?? '';

export const entryUrl = (entry: XmlElement): string => textIn(entry, 'link') || linkOf(entry, 'alternate');
