import { attribute, elements, parse, setAttribute, write } from '../../content/document/tree.ts';

const players = /^(?:img|video|audio|source|embed|input)$/;

/** Rewrites the URLs of images, players and links in HTML. */
export function rewriteUrls(
  html: string,
  image: (src: string) => string,
  link: (href: string) => string,
): string {
  const tree = parse(html);
  for (const node of elements(tree)) {
    const { tagName } = node;
    if (tagName === 'a') {
      const href = attribute(node, 'href');
      if (href !== undefined) setAttribute(node, 'href', link(href));
    } else if (players.test(tagName))
      for (const name of ['src', 'poster', 'data-src']) {
        const value = attribute(node, name);
        if (value !== undefined) setAttribute(node, name, image(value));
      }
  }
  return write(tree);
}
