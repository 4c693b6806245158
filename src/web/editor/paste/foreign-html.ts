import { inertBody } from '../html.ts';

/** Cleans HTML from other programs: no colors of the source page, real lists, no bold around the whole paste. */
export function cleanForeignHtml(html: string): string {
  // ProseMirror's own clipboard format.
  if (/\bdata-pm-slice\b/.test(html)) return html;
  const body = inertBody(html);
  for (const element of body.querySelectorAll('meta, link, o\\:p:empty, .Apple-interchange-newline'))
    element.remove();
  removeComments(body);
  for (const wrapper of body.querySelectorAll('b[id^="docs-internal-guid"]'))
    wrapper.replaceWith(...wrapper.childNodes);
  for (const br of body.querySelectorAll(':scope > br')) if (isBetweenBlocks(br)) br.remove();
  makeWordLists(body);
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) removePageStyles(element);
  return body.innerHTML;
}

function removeComments(body: HTMLElement): void {
  const comments = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (comments.nextNode()) found.push(comments.currentNode);
  for (const comment of found) (comment as Comment).remove();
}

function isBetweenBlocks(br: Element): boolean {
  const isBlock = (element: Element | null) =>
    element === null || /^(?:P|H[1-6]|UL|OL|TABLE|BR|DIV|BLOCKQUOTE|HR|PRE)$/.test(element.tagName);
  return isBlock(br.previousElementSibling) && isBlock(br.nextElementSibling);
}

function removePageStyles(element: HTMLElement): void {
  const { style } = element;
  const inLink = element.closest('a') !== null || element.querySelector('a') !== null;
  const styledByPage = inLink || element.closest('h1, h2, h3, h4, h5, h6, pre, code') !== null;
  if (styledByPage || !isAuthorColor(style.color)) style.removeProperty('color');
  if (styledByPage || !isAuthorColor(style.backgroundColor)) style.removeProperty('background-color');
  if (inLink && /underline/.test(style.textDecorationLine || style.textDecoration))
    style.removeProperty('text-decoration');
  if (/^H[1-6]$/.test(element.tagName) || element.closest('h1, h2, h3, h4, h5, h6'))
    style.removeProperty('font-weight');
}

/** Shades of gray are usually the theme of the source page; other colors are the choice of its author. */
function isAuthorColor(color: string): boolean {
  const [red = 0, green = 0, blue = 0, opacity = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return /^rgb/.test(color) && opacity > 0 && Math.max(red, green, blue) - Math.min(red, green, blue) > 24;
}

const wordLevel = /mso-list:\s*l\d+\s+level(\d+)/i;

/** Word writes list items as paragraphs that contain their bullet as text. */
function makeWordLists(body: HTMLElement): void {
  const stack: { list: HTMLElement; level: number }[] = [];
  let previous: Element | null = null;
  for (const paragraph of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const level = Number(wordLevel.exec(paragraph.getAttribute('style') ?? '')?.[1]);
    if (!level) continue;
    if (previous === null || previous !== paragraph.previousElementSibling) stack.length = 0;
    previous = addWordItem(paragraph, level, stack);
  }
}

/** Moves the paragraph into its list. Returns the outermost list, which is now in the paragraph's place. */
function addWordItem(
  paragraph: Element,
  level: number,
  stack: { list: HTMLElement; level: number }[],
): Element | null {
  const document = paragraph.ownerDocument;
  const bullet = takeBullet(paragraph);
  const ordered = /^\(?(?:\d+|[a-z]|[ivxlc]+)[.)]/i.test(bullet);
  const item = document.createElement('li');
  while ((stack.at(-1)?.level ?? 0) > level) stack.pop();
  const name = ordered ? 'ol' : 'ul';
  const open = stack.at(-1);
  if (open && open.level === level && open.list.localName !== name) stack.pop();
  if ((stack.at(-1)?.level ?? 0) < level) {
    const list = document.createElement(name);
    const start = /^\(?(\d+)/.exec(bullet)?.[1];
    if (ordered && start && start !== '1') list.setAttribute('start', start);
    const parent = stack.at(-1)?.list.lastElementChild;
    if (parent) parent.append(list);
    else paragraph.before(list);
    stack.push({ list, level });
  }
  stack.at(-1)?.list.append(item);
  const plain = document.createElement(paragraph.localName);
  plain.append(...paragraph.childNodes);
  item.append(plain);
  paragraph.remove();
  return stack[0]?.list ?? null;
}

function takeBullet(paragraph: Element): string {
  const marker = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const bullet = marker?.textContent?.trim() ?? '';
  marker?.remove();
  return bullet;
}
