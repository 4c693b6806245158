import { isBlank, isHeading, type Step, select, styleOf, textOf, unwrap } from './dom.ts';

// What belongs to the page or the program and not to the text.
const removed = [
  'applet, area, audio:not([src]), base, canvas, col, colgroup, datalist, dialog, link, meta, noscript, option',
  'optgroup, script:not([src*="gist.github.com/"], [type^="math/tex"]), select, style, svg, template, textarea, title, track, xml',
  'button, [role=button]:empty, clipboard-copy, input:not([type=checkbox i])',
  '[hidden], .sr-only, .visually-hidden, .screen-reader-text, .Apple-interchange-newline',
  // Wikipedia: the link beside each heading, the box of an article's maintenance, the coordinates.
  '.mw-editsection, .mw-empty-elt, .noprint, .mw-jump-link, .mw-cite-backlink',
  // WordPress: share buttons and related posts.
  '.sharedaddy, .jp-relatedposts, .wp-block-post-navigation-link',
  // Substack and Medium: subscription forms and buttons around images.
  '.subscription-widget-wrap, .subscription-widget-wrap-editor, .image-link-expand, .button-wrapper, .pencraft.icon-container',
  // Word and Word Online: the mark of a paragraph's end, comments.
  '.EOP, .MsoCommentReference, .msocomanchor, .MsoCommentText, .msocomtxt',
].join(',');

/** Drops elements that are not part of the text: scripts, buttons, hidden text, comments. */
export const removeNoise: Step = (body) => {
  for (const element of body.querySelectorAll(removed)) element.remove();
  removeComments(body);
  // Wikipedia hides the formula that its image shows.
  for (const element of select(body, '[style]'))
    if (isHidden(element) && !element.querySelector('math')) element.remove();
  // Hidden from screen readers: decoration, unless it shows text as emoji do.
  for (const element of select(body, '[aria-hidden=true]:not(br, hr, img)'))
    if (isBlank(element) || element.matches('a, i.icon')) element.remove();
  removeHeadingAnchors(body);
  // Elements of Word and other programs: o:p, w:sdt, st1:place, google-sheets-html-origin.
  for (const element of select(body, '*')) if (/[:-]/.test(element.localName)) unwrap(element);
};

function removeComments(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const found: Comment[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Comment);
  for (const comment of found) comment.remove();
}

function isHidden(element: HTMLElement): boolean {
  const style = styleOf(element);
  return (
    style.get('display') === 'none' ||
    style.get('visibility') === 'hidden' ||
    style.get('mso-hide') === 'all' ||
    /mso-element:\s*comment/i.test(element.getAttribute('style') ?? '')
  );
}

const anchorText = /^[#¶§🔗]?$/u;
const anchorLabel = /^(?:permalink|link to|direct link|anchor)/i;

/** GitHub, Sphinx, MkDocs, Docusaurus and MDN put a link to the heading itself into it or beside it. */
function removeHeadingAnchors(body: HTMLElement): void {
  for (const link of select(body, 'a')) {
    if (link.querySelector('img')) continue;
    const label = link.getAttribute('aria-label') ?? link.getAttribute('title') ?? '';
    const inHeading = isHeading(link.closest('h1, h2, h3, h4, h5, h6'));
    const text = textOf(link);
    if (text === '' && !link.id && !link.getAttribute('name')) link.remove();
    else if (inHeading && anchorText.test(text)) link.remove();
    else if (anchorText.test(text) && anchorLabel.test(label)) link.remove();
  }
}
