import {
  isElement,
  isText,
  make,
  neighbor,
  type Step,
  select,
  styleOf,
  textOf,
  texts,
  unwrap,
} from './dom.ts';

// Word and OneNote use characters, Notion and plain text use brackets.
const typed = /^\s*(?:([☐☑☒])|\[([ xX✓]?)\])[\s\u00a0]/u;

/** Lists with check boxes: GitHub, Google Docs, Notion, Word, Quill and Tiptap each have a form of their own. */
export const readTaskLists: Step = (body) => {
  joinParagraphs(body);
  for (const list of select(body, 'ul, ol')) {
    const items = [...list.children].filter((item): item is HTMLElement => item.localName === 'li');
    const states = items.map((item) => takeState(item, list));
    if (states.every((state) => state === null)) continue;
    const tasks = make(list, 'ul', { class: 'tasks' });
    items.forEach((item, index) => {
      if (states[index]) finish(item);
    });
    tasks.append(...items);
    list.replaceWith(tasks);
  }
  for (const box of select(body, 'input')) box.remove();
};

/** Whether the task is done; null when the item is not a task. Removes what shows the state. */
function takeState(item: HTMLElement, list: Element): boolean | null {
  const box = own(
    item,
    'input[type=checkbox i], [role=checkbox], .checkbox, img[aria-roledescription=checkbox]',
  );
  const declared =
    item.getAttribute('aria-checked') ??
    item.getAttribute('data-checked') ??
    list.getAttribute('data-checked');
  if (box) {
    const done =
      box.hasAttribute('checked') ||
      box.getAttribute('aria-checked') === 'true' ||
      box.matches('.checkbox-on, [alt=checked], [data-checked=true]');
    if (box.matches('input, img, .checkbox') || textOf(box) === '') box.remove();
    for (const label of select(item, 'label')) if (label.closest('li') === item) unwrap(label);
    return declared ? declared === 'true' : done;
  }
  if (declared === 'true' || declared === 'false') return declared === 'true';
  const first = texts(item).find((text) => text.data.trim() !== '');
  const match =
    first?.parentElement?.closest('li') === item && !first.parentElement.closest('code, pre')
      ? typed.exec(first.data)
      : null;
  if (!first || !match) return null;
  first.data = first.data.slice(match[0].length);
  return match[1] ? match[1] !== '☐' : /[xX✓]/.test(match[2] ?? '');
}

function own(item: Element, selector: string): Element | null {
  return select(item, selector).find((found) => found.parentElement?.closest('li') === item) ?? null;
}

/** Google Docs and Notion strike the text of a task that is done. */
function finish(item: HTMLElement): void {
  item.className = 'done';
  for (const element of [item, ...select(item, '[style]')]) {
    const style = styleOf(element);
    if (!/line-through/.test(`${style.get('text-decoration')} ${style.get('text-decoration-line')}`))
      continue;
    for (const name of ['text-decoration', 'text-decoration-line']) element.style.removeProperty(name);
  }
  for (const struck of select(item, 's, del, strike, .to-do-children-checked'))
    if (textOf(struck) === textOf(item)) unwrap(struck);
}

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
