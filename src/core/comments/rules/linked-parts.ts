type Part = { shown: string; url: string | null };

const candidate = /\bhttps?:\/\/[^\s<>"]+/gi;

/** A text in parts, of which some are URLs. */
export function linkedParts(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(candidate)) {
    const shown = withoutPunctuation(found);
    if (!URL.canParse(shown)) continue;
    if (index > end) parts.push({ shown: text.slice(end, index), url: null });
    parts.push({ shown, url: shown });
    end = index + shown.length;
  }
  if (end < text.length) parts.push({ shown: text.slice(end), url: null });
  return parts;
}

/** What ends the sentence around a URL; a closing parenthesis belongs to the URL if it was opened there. */
function withoutPunctuation(url: string): string {
  let end = url.length;
  let unopened = 0;
  for (const character of url) unopened += character === ')' ? 1 : character === '(' ? -1 : 0;
  for (; end > 0; end--) {
    const last = url.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened--;
    else if (!/[.,:;!?'’”»*_\]]/.test(last)) break;
  }
  return url.slice(0, end);
}
