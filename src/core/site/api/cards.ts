/** The social card of a post without an image. Its URL contains a hash of its content, so that it can be cached forever. */

export const cardSize = { width: 1200, height: 630 } as const;

export type CardContent = { title: string; site: string; color: string };

export const cardPath = (postId: number, content: CardContent): string =>
  `/card/${postId}-${cardHash(content)}.png`;

type CardSite = { site_name: string; site_description: string; theme_color: string };

/** The card of pages without an image: the name and description of the site. */
export const siteCardContent = (site: CardSite): CardContent => ({
  title: site.site_name,
  site: site.site_description || site.site_name,
  color: site.theme_color,
});

export const siteCard = (site: CardSite) => ({
  file_path: `/card/site-${cardHash(siteCardContent(site))}.png`,
  ...cardSize,
  alt: site.site_name,
});

/** Two 32-bit hashes: not cryptographic, but synchronous in the browser as well as on the server. */
export function cardHash({ title, site, color }: CardContent): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (const character of `1\n${title}\n${site}\n${color}`) {
    const code = character.codePointAt(0) ?? 0;
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  const hex = (sum: number) => ((sum ^ (sum >>> 15)) >>> 0).toString(16).padStart(8, '0');
  return hex(one) + hex(two);
}
