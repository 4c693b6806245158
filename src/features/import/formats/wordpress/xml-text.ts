import { parse } from '../../../../content/document/parse.ts';
import { textContent } from '../../../../content/document/tree.ts';

const formats =
  /<\/?(?:a|abbr|b|big|br|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|tt|u)(?:\s[^<>]{0,500})?\/?>/gi;

/** A title or name as readers see it: formats are dropped, entities decoded. */
export function plainLine(html: string): string {
  const text = html.replace(formats, '');
  const decoded = text.includes('&') ? textContent(parse(text.replaceAll('<', '&lt;'))) : text;
  return decoded.replace(/\s+/g, ' ').trim();
}

/** A copy that does not hold on to the large text that it was cut out of. */
export function detached(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
