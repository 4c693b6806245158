import { z } from 'zod';

const facetSchema = z.object({
  index: z.object({ byteStart: z.int().min(0), byteEnd: z.int().min(0) }),
  features: z.array(z.unknown()),
});
const linkSchema = z.object({
  $type: z.literal('app.bsky.richtext.facet#link'),
  uri: z.url({ protocol: /^https?$/ }).max(2000),
});
const maxFacets = 100;

/** The text of a Bluesky post with the URLs of its links, which Bluesky shows shortened or behind words. */
export function writtenOut(text: string, facets: unknown): string {
  const bytes = Buffer.from(text);
  const given = z.array(z.unknown()).safeParse(facets).data ?? [];
  const links = given
    .slice(0, maxFacets)
    .map((facet) => facetSchema.safeParse(facet).data)
    .flatMap((facet) => {
      const link = facet?.features.map((feature) => linkSchema.safeParse(feature).data).find(Boolean);
      return facet && link ? [{ ...facet.index, uri: link.uri }] : [];
    })
    .sort((a, b) => a.byteStart - b.byteStart);
  let written = '';
  let end = 0;
  for (const { byteStart, byteEnd, uri } of links) {
    if (byteStart < end || byteEnd <= byteStart || byteEnd > bytes.length) continue;
    const label = bytes.toString('utf8', byteStart, byteEnd);
    written += bytes.toString('utf8', end, byteStart) + (isShortened(label, uri) ? uri : `${label} (${uri})`);
    end = byteEnd;
  }
  return written + bytes.toString('utf8', end);
}

/** example.org/a-long… for https://example.org/a-long-path */
function isShortened(label: string, uri: string): boolean {
  const bare = (url: string) => url.replace(/^https?:\/\/(www\.)?/, '').replace(/(\.{3}|…|\/)$/, '');
  return bare(uri).startsWith(bare(label));
}
