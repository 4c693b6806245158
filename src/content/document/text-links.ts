import { findUrls, linkUrl } from './url.ts';

/** A part of a plain text; with `href`, the label of a link. */
type TextPart = { text: string; href?: string };

// No part can match where another one ends, so the time is linear. A URL may contain pairs of parentheses.
const labeledLink = /\[([^[\]]+)\]\(((?:[^()\s]|\([^()\s]*\))+)\)/g;

/**
 * Finds `[label](https://example.org)`, `[label](/path)` and URLs in a plain text. Only links to the web, to mail and to this
 * site; everything else stays as it was written.
 */
export function textLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(labeledLink)) {
    const [whole, label = '', url = ''] = match;
    const href = /^(?:https?:\/\/|mailto:|\/)/i.test(url) ? linkUrl(url) : null;
    if (href === null || label.trim() === '') continue;
    parts.push(...bareUrls(text.slice(end, match.index)), { text: label, href });
    end = match.index + whole.length;
  }
  return [...parts, ...bareUrls(text.slice(end))];
}

function bareUrls(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const { start, end, href } of findUrls(text)) {
    const written = text.slice(start, end);
    // Without a scheme it may be the name of something.
    if (!/^https?:/i.test(written)) continue;
    if (start > done) parts.push({ text: text.slice(done, start) });
    parts.push({ text: written, href });
    done = end;
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
}
