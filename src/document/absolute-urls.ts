import { attribute, elements, parse, setAttribute, write } from './tree.ts';

/** The HTML with every address complete, as it must be outside its page. `base` is the address of that page. */
export function withAbsoluteUrls(html: string, base: string): string {
  const tree = parse(html);
  const complete = (address: string) => (URL.canParse(address, base) ? new URL(address, base).href : address);
  for (const node of elements(tree)) {
    for (const name of ['href', 'src']) {
      const value = attribute(node, name);
      if (value !== undefined && !hasScheme(value)) setAttribute(node, name, complete(value));
    }
    const srcset = attribute(node, 'srcset');
    if (srcset !== undefined) setAttribute(node, 'srcset', completeSet(srcset, complete));
  }
  return write(tree);
}

function hasScheme(address: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(address);
}

function completeSet(srcset: string, complete: (address: string) => string): string {
  return srcset
    .split(/,\s+/)
    .map((candidate) => candidate.trim().split(/\s+/))
    .map(([address = '', ...size]) => [complete(address), ...size].join(' '))
    .join(', ');
}
