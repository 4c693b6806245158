import { isElement, isList, make, neighbor, type Step, select, unwrap } from './dom.ts';

/** Lists are nested in their items, and a list that a program cut into pieces is one list again. */
export const readLists: Step = (body) => {
  for (const list of select(body, '[role=list]')) if (!isList(list)) roleList(list);
  for (const wrapper of select(body, ':is(ul, ol) > div')) if (wrapper.querySelector('li')) unwrap(wrapper);
  joinLevels(body);
  nestSiblings(body);
  joinNumbers(body);
  for (const list of select(body, 'ol:not([start])')) {
    const value = list.querySelector(':scope > li')?.getAttribute('value');
    if (value && /^\d{1,9}$/.test(value) && value !== '1') list.setAttribute('start', value);
  }
};

function roleList(list: HTMLElement): void {
  const items = [...list.children].filter((child) => child.getAttribute('role') === 'listitem');
  if (items.length === 0 || items.length !== list.childElementCount) return;
  const real = make(list, 'ul');
  for (const item of items) {
    const li = make(list, 'li');
    li.append(...item.childNodes);
    real.append(li);
  }
  list.replaceWith(real);
}

/** Google Docs and old editors write a nested list beside the item that it belongs to. */
function nestSiblings(body: HTMLElement): void {
  for (const list of select(body, ':is(ul, ol) > :is(ul, ol)')) {
    const item = list.previousElementSibling;
    if (item?.localName === 'li') item.append(list);
    else {
      const only = make(list, 'li');
      list.before(only);
      only.append(list);
    }
  }
}

type Item = { element: HTMLElement; level: number; list: HTMLElement };

/**
 * Word Online writes each item as a list of its own, with its level in `aria-level` or `data-aria-level` and the list that it
 * belongs to in `data-listid`. Slack writes one list for each run of items on the same level (`data-indent`).
 */
function joinLevels(body: HTMLElement): void {
  const seen = new Set<Element>();
  for (const list of select(body, 'ul, ol')) {
    if (seen.has(list) || isList(list.parentElement) || list.parentElement?.closest('li')) continue;
    const run: Item[] = [];
    for (
      let next: Node | null = list;
      isElement(next) && isList(next);
      next = neighbor(next, 'nextSibling')
    ) {
      const items = itemsOf(next);
      if (!items) break;
      seen.add(next);
      run.push(...items);
    }
    if (new Set(run.map((item) => item.list)).size > 1 || run.some(({ level }) => level > 1)) rebuild(run);
  }
}

function itemsOf(list: HTMLElement): Item[] | null {
  const items = [...list.children].filter(isElement);
  if (items.some(({ localName }) => localName !== 'li')) return null;
  const levels = items.map((item) => levelOf(item, list));
  if (items.length === 0 || levels.some((level) => level === null)) return null;
  return items.map((element, index) => ({ element, level: levels[index] ?? 1, list }));
}

function levelOf(item: Element, list: Element): number | null {
  const level =
    item.getAttribute('data-aria-level') ??
    (item.hasAttribute('data-listid') ? item.getAttribute('aria-level') : null);
  if (level) return Number.parseInt(level, 10) || null;
  const indent = list.getAttribute('data-indent') ?? item.getAttribute('data-stringify-indent');
  return indent ? Number.parseInt(indent, 10) + 1 || null : null;
}

function rebuild(run: Item[]): void {
  const stack: { list: HTMLElement; level: number; id: string | null }[] = [];
  const [first] = run;
  if (!first) return;
  const place = make(first.list, 'div');
  first.list.before(place);
  for (const { element, level, list } of run) {
    const id = element.getAttribute('data-listid');
    while ((stack.at(-1)?.level ?? 0) > level) stack.pop();
    const open = stack.at(-1);
    const start = list.getAttribute('start') ?? '1';
    const isOther =
      open?.list.localName !== list.localName ||
      (open.id !== id && (list.localName === 'ul' || start === '1'));
    if (open?.level === level && isOther) stack.pop();
    if ((stack.at(-1)?.level ?? 0) < level) {
      const fresh = make(list, list.localName, list.localName === 'ol' && start !== '1' ? { start } : {});
      (stack.at(-1)?.list.lastElementChild ?? place).append(fresh);
      stack.push({ list: fresh, level, id });
    }
    stack.at(-1)?.list.append(element);
  }
  for (const list of new Set(run.map((item) => item.list))) list.remove();
  unwrap(place);
}

/** A numbered list that continues where the list right before it ended is the same list. */
function joinNumbers(body: HTMLElement): void {
  for (const list of select(body, 'ol[start]')) {
    const before = neighbor(list, 'previousSibling');
    if (!isElement(before) || before.localName !== 'ol') continue;
    const end = Number(before.getAttribute('start') ?? 1) + before.childElementCount;
    if (Number(list.getAttribute('start')) !== end) continue;
    before.append(...list.childNodes);
    list.remove();
  }
}
