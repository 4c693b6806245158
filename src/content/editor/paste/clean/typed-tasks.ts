import { isElement, isText, make, neighbor, type Step, select, texts } from './dom.ts';

// Word and OneNote use characters, Notion and plain text use brackets.
const typed = /^\s*(?:([☐☑☒])|\[([ xX✓]?)\])[\s\u00a0]/u;

/** Check boxes that are text, and those of paragraphs, become check boxes of list items. */
export const readTypedTasks: Step = (body) => {
  joinParagraphs(body);
  for (const item of select(body, 'ul > li, ol > li')) {
    const first = texts(item).find((text) => text.data.trim() !== '');
    const isOwn = first?.parentElement?.closest('li') === item && !first.parentElement.closest('code, pre');
    const match = first && isOwn ? typed.exec(first.data) : null;
    if (!first || !match || item.querySelector('input, [role=checkbox], .checkbox')) continue;
    first.data = first.data.slice(match[0].length);
    const isDone = match[1] ? match[1] !== '☐' : /[xX✓]/.test(match[2] ?? '');
    item.prepend(make(item, 'input', { type: 'checkbox', ...(isDone && { checked: '' }) }));
  }
};

/** Paragraphs that each begin with a check box, as from Word and OneNote, are a list. */
function joinParagraphs(body: HTMLElement): void {
  for (const paragraph of select(body, 'p, div')) {
    if (
      paragraph.closest('li') ||
      paragraph.querySelector('p, div, ul, ol, table') ||
      !startsWithBox(paragraph)
    )
      continue;
    const before = neighbor(paragraph, 'previousSibling');
    const item = make(paragraph, 'li');
    item.append(...paragraph.childNodes);
    if (isElement(before) && before.matches('ul[data-boxes]')) {
      before.append(item);
      paragraph.remove();
    } else {
      const list = make(paragraph, 'ul', { 'data-boxes': '' });
      list.append(item);
      paragraph.replaceWith(list);
    }
  }
}

function startsWithBox(paragraph: Element): boolean {
  const first = paragraph.firstChild;
  if (isElement(first) && first.matches('input[type=checkbox i]')) return true;
  const text = isText(first) ? first.data : (paragraph.textContent ?? '');
  return /^\s*[☐☑☒][\s\u00a0]/u.test(text);
}
