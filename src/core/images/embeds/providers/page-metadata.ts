import { parse } from '../../../../content/document/parse.ts';
import { attribute, type Element, elements, textContent } from '../../../../content/document/tree.ts';

/** What a page says about itself for previews: Open Graph, the title, and where its oEmbed description is. */
type PageMetadata = {
  title: string;
  description: string;
  siteName: string;
  author: string;
  image: string | null;
  oembed: string | null;
};

const oembedTypes = ['application/json+oembed', 'text/json+oembed'];

export function pageMetadata(html: string): PageMetadata {
  const values = new Map<string, string>();
  let title = '';
  let oembed: string | null = null;
  for (const element of elements(parse(html))) {
    if (element.tagName === 'meta') addMeta(element, values);
    else if (element.tagName === 'title') title ||= textContent(element);
    else if (element.tagName === 'link' && oembedTypes.includes(attribute(element, 'type') ?? ''))
      oembed ??= attribute(element, 'href') ?? null;
  }
  const first = (...names: string[]) => names.map((name) => values.get(name)).find(Boolean) ?? '';
  return {
    title: first('og:title', 'twitter:title') || title,
    description: first('og:description', 'twitter:description', 'description'),
    siteName: first('og:site_name', 'application-name'),
    author: first('author', 'article:author'),
    image: first('og:image:secure_url', 'og:image', 'twitter:image') || null,
    oembed,
  };
}

function addMeta(element: Element, values: Map<string, string>): void {
  const name = (attribute(element, 'property') ?? attribute(element, 'name'))?.toLowerCase();
  const content = attribute(element, 'content')?.trim();
  if (name && content && !values.has(name)) values.set(name, content);
}
