/** Where scripts that load images late put the URL, the best first. */
const lateSources =
  'data-src data-lazy-src data-original data-lazy data-orig-file data-large-file data-image data-full-url'.split(
    ' ',
  );
const lateSets = ['data-srcset', 'data-lazy-srcset', 'srcset'];

/** The URL of an image whose `src` is only a placeholder. */
export function lateSource(attribute: (name: string) => string | null | undefined): string | undefined {
  const urls = lateSources.map((name) => attribute(name)?.trim());
  const sizes = lateSets.flatMap((name) => largestFirst(attribute(name) ?? ''));
  return [...urls, ...sizes].find((url) => url && !/^data:/i.test(url));
}

/** `a.jpg 300w, b.jpg 600w`, where URLs may contain commas but no spaces. */
function largestFirst(srcset: string): string[] {
  const found: { url: string; size: number }[] = [];
  for (const token of srcset.split(/\s/).filter(Boolean)) {
    const [, size] = /^([\d.]{1,8})[wx],?$/.exec(token) ?? [];
    const last = found.at(-1);
    if (size === undefined) found.push({ url: token.replace(/,$/, ''), size: 0 });
    else if (last) last.size = Number(size);
  }
  return found.sort((a, b) => b.size - a.size).map(({ url }) => url);
}
