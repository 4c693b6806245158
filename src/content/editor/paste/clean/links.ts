import { isBlank, type Step, select, textOf, unwrap } from './dom.ts';

/** Redirecting pages that programs put in front of a link, with the parameter that holds the real URL. */
const redirects: [page: RegExp, parameter: string][] = [
  // Google Docs and Gmail.
  [/^https?:\/\/www\.google\.com\/url\?/, 'q'],
  [/^https?:\/\/www\.google\.com\/url\?/, 'url'],
  // Outlook.
  [/^https?:\/\/[\w.-]{1,60}\.safelinks\.protection\.outlook\.com\//, 'url'],
  [/^https?:\/\/slack-redir\.net\/link\?/, 'url'],
  [/^https?:\/\/l\.(?:facebook|instagram)\.com\//, 'u'],
  [/^https?:\/\/www\.linkedin\.com\/(?:safety\/go|redir\/redirect)/, 'url'],
];

// Targets inside the source document, which are not in the post: Google Docs, Word, LibreOffice.
const internal =
  /^(?:#(?:heading=|bookmark=|_|id\.|cite_|sdfootnote|ftnt)|[^#]{0,1000}#cite_note|file:|about:|javascript:|blob:|x-apple)/i;

/** Links lead where they said, without redirecting pages in between; those without a target are text. */
export const cleanLinks: Step = (body) => {
  const base = URL.parse(body.querySelector('base')?.getAttribute('href') ?? '');
  for (const link of select(body, 'a')) {
    const href = link.getAttribute('href')?.trim() ?? '';
    // A reference whose footnote was not copied.
    const isReference = href.startsWith('#') && (link.closest('sup') ?? link.querySelector('sup')) !== null;
    if (href === '' || internal.test(href) || isReference) {
      unwrap(link);
      continue;
    }
    if (isBlank(link) && !link.querySelector('img')) {
      link.remove();
      continue;
    }
    for (const name of link.getAttributeNames()) if (name !== 'href') link.removeAttribute(name);
    link.setAttribute(
      'href',
      target(base && !href.startsWith('#') ? (URL.parse(href, base)?.href ?? href) : href),
    );
    if (isLinkToItself(link)) unwrap(link);
  }
};

function target(href: string): string {
  for (const [page, parameter] of redirects) {
    if (!page.test(href)) continue;
    const found = URL.parse(href)?.searchParams.get(parameter) ?? '';
    if (/^https?:/.test(found)) return found;
  }
  return href;
}

/** MDN and many blogs link each heading to itself. */
function isLinkToItself(link: HTMLElement): boolean {
  const heading = link.closest('h1, h2, h3, h4, h5, h6');
  return heading !== null && /#./.test(link.getAttribute('href') ?? '') && textOf(heading) === textOf(link);
}
