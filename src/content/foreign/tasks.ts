import {
  append,
  attribute,
  classed,
  type Element,
  element,
  elements,
  hasClass,
  isElement,
  isText,
  type Parent,
  remove,
  rename,
  replaceWith,
  setAttribute,
  textContent,
  unwrap,
} from '../document/tree.ts';

/** Lists with checkboxes: GitHub, Google Docs, Notion, Quill and Tiptap each have a form of their own. */
export function recognizeTasks(list: Element): void {
  if (attribute(list, 'data-type') === 'taskList') rename(list, 'ul', 'tasks');
  const items = list.childNodes.filter(isElement);
  const tasks = new Set(items.filter((item) => item.tagName === 'li' && makeTask(item, list)));
  if (tasks.size === 0 && !hasClass(list, 'tasks')) return;
  if (tasks.size === items.length || hasClass(list, 'tasks')) rename(list, 'ul', 'tasks');
  else splitList(list, tasks);
}

/** Whether the item is a task. What showed its state is removed. */
function makeTask(item: Element, list: Element): boolean {
  const declared = attribute(item, 'aria-checked') ?? attribute(item, 'data-checked');
  const state = declared ?? attribute(list, 'data-checked');
  const box = checkboxOf(item);
  if (!box && state !== 'true' && state !== 'false') return false;
  const isDone = state ? state === 'true' : box !== null && isChecked(box);
  const style = attribute(item, 'style');
  item.attrs = isDone ? [{ name: 'class', value: 'done' }] : [];
  if (style) setAttribute(item, 'style', style);
  if (box) removeBox(box);
  if (isDone) removeStrike(item);
  return true;
}

const isBox = (node: Element): boolean =>
  node.tagName === 'input'
    ? attribute(node, 'type')?.toLowerCase() === 'checkbox'
    : attribute(node, 'role') === 'checkbox' ||
      hasClass(node, 'checkbox') ||
      attribute(node, 'aria-roledescription') === 'checkbox';

/** The checkbox that an item begins with. */
function checkboxOf(item: Parent): Element | null {
  for (const child of item.childNodes) {
    if (isText(child) && child.value.trim() === '') continue;
    if (!isElement(child)) return null;
    if (isBox(child)) return child;
    return ['p', 'label', 'span', 'div'].includes(child.tagName) ? checkboxOf(child) : null;
  }
  return null;
}

const isChecked = (box: Element): boolean =>
  attribute(box, 'checked') !== undefined ||
  attribute(box, 'aria-checked') === 'true' ||
  attribute(box, 'data-checked') === 'true' ||
  attribute(box, 'alt') === 'checked' ||
  hasClass(box, 'checkbox-on');

function removeBox(box: Element): void {
  const siblings = box.parentNode?.childNodes ?? [];
  const next = siblings[siblings.indexOf(box) + 1];
  if (next && isText(next)) next.value = next.value.trimStart();
  if (textContent(box).trim() === '') remove(box);
  else unwrap(box);
}

const strike = /text-decoration(?:-line)?\s{0,9}:[^;]{0,40}line-through[^;]{0,40};?/gi;

/** Google Docs and Notion strike the text of a task that is done. */
function removeStrike(item: Element): void {
  const text = textContent(item).trim();
  for (const node of [item, ...elements(item)]) {
    const style = attribute(node, 'style');
    if (style) setAttribute(node, 'style', style.replace(strike, ''));
    const isStrike = /^(?:s|del|strike)$/.test(node.tagName) || hasClass(node, 'to-do-children-checked');
    if (isStrike && textContent(node).trim() === text) unwrap(node);
  }
}

/** GitHub allows tasks and other items in one list. Here they become neighboring lists. */
function splitList(list: Element, tasks: ReadonlySet<Element>): void {
  const parts: Element[] = [];
  for (const item of list.childNodes.filter(isElement)) {
    const isTask = tasks.has(item);
    const last = parts.at(-1);
    const fits = last && hasClass(last, 'tasks') === isTask;
    const part = fits ? last : isTask ? classed('ul', 'tasks') : element(list.tagName);
    if (!fits) parts.push(part);
    append(part, item);
  }
  replaceWith(list, ...parts);
}
