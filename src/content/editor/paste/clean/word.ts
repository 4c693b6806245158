import {
  isElement,
  isText,
  make,
  neighbor,
  rename,
  type Step,
  select,
  styleOf,
  textOf,
  unwrap,
} from './dom.ts';

/** Word, Outlook and Word Online: styles of paragraphs, changes, fields. Their lists are in word-lists.ts. */
export const readWord: Step = (body) => {
  // Tracked changes, as if accepted.
  for (const deleted of select(body, 'del[datetime], del[cite], .msoDel')) deleted.remove();
  for (const inserted of select(body, 'ins[datetime], ins[cite], .msoIns')) unwrap(inserted);
  for (const title of select(body, 'p.MsoTitle')) rename(title, 'h1');
  for (const quote of select(body, 'p.MsoQuote, p.MsoIntenseQuote')) {
    const outer = make(quote, 'blockquote');
    quote.replaceWith(outer);
    outer.append(quote);
  }
  readContents(body);
  for (const pageBreak of select(body, 'br[style]'))
    if (/page-break/i.test(pageBreak.getAttribute('style') ?? '')) pageBreak.remove();
  for (const span of select(body, 'span[style*="mso-" i]')) {
    const style = styleOf(span);
    if (style.has('mso-tab-count')) replaceTab(span);
    else if (style.get('mso-spacerun') === 'yes') span.replaceWith(spaces(span.textContent ?? ''));
  }
  readWordOnline(body);
};

/** A table of contents has page numbers, which a post has not: it is made anew from the headings. */
function readContents(body: HTMLElement): void {
  for (const line of select(body, 'p[class^=MsoToc]')) {
    const before = neighbor(line, 'previousSibling');
    if (isElement(before) && before.matches('nav.toc')) line.remove();
    else line.replaceWith(make(line, 'nav', { class: 'toc' }));
  }
}

/** A tab at the start of a line indents it; inside it separates columns. */
function replaceTab(span: Element): void {
  const before = span.previousSibling;
  const isFirst = before === null || (isText(before) && before.data.trim() === '');
  span.replaceWith(isFirst ? '' : '\u00a0\u00a0\u00a0\u00a0');
}

function spaces(text: string): string {
  const { length } = text;
  return length < 2 ? ' ' : ` ${'\u00a0'.repeat(Math.min(length, 100) - 2)} `;
}

/** Word Online wraps each paragraph and each list item, and marks headings with roles. */
function readWordOnline(body: HTMLElement): void {
  for (const wrapper of select(
    body,
    'div.ListContainerWrapper, div.OutlineElement, div.OutlineGroup, div.TableCellContent',
  ))
    unwrap(wrapper);
  for (const handle of select(
    body,
    '[class*=TableHoverHandle], [class*=TableHoverColumnHandle], [class*=TableHoverRowHandle]',
  ))
    if (textOf(handle) === '') handle.remove();
  for (const wrapper of select(body, 'span.TextRun, span.NormalTextRun, span.LineBreakBlob'))
    if (!wrapper.getAttribute('style')) unwrap(wrapper);
}
