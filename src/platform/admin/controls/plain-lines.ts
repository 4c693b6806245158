/** The text of a post with one line per block. DOMParser neither runs scripts nor loads images. */
export function plainLines(html: string): string {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const block of parsed.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li, pre, blockquote, br'))
    block.append('\n');
  return (parsed.body.textContent ?? '').replace(/\n{2,}/g, '\n').trim();
}
