import {
  append,
  attribute,
  type Element,
  elements,
  type Fragment,
  hasClass,
  isElement,
  isText,
  type Node,
  remove,
  rename,
  textContent,
} from '../document/tree.ts';

/** A note that several references share is copied to each; the limits keep a small input from becoming a large one. */
const maxCopied = 100_000;
const maxNotes = 2000;

type Note = { backlinks: Element[]; origins: Set<unknown>; references: Element[] };

/**
 * Footnotes of other programs are a list at the end. A note is recognized by two links: one to the note, and one in the
 * note back to where the first stands. Its text moves to the reference.
 */
export function recognizeFootnotes(tree: Fragment): void {
  const links = [...elements(tree)].filter(isAnchorLink);
  if (links.length < 2) return;
  const targets = targetsOf(tree);
  const notes = new Map<Element, Note>();
  for (const link of links) {
    const element = noteAround(targets.get(nameIn(link)));
    if (!element || isInside(link, element) || notes.size >= maxNotes) continue;
    const note = notes.get(element) ?? readNote(element, targets);
    notes.set(element, note);
    const places = [link, link.parentNode, ...link.childNodes];
    if (places.some((place) => note.origins.has(place))) note.references.push(link);
  }
  const copies = { left: maxCopied };
  for (const [element, note] of notes) if (note.references.length > 0) moveNote(element, note, copies);
}

function readNote(element: Element, targets: Map<string, Element>): Note {
  const backlinks = [...elements(element)].filter(isAnchorLink);
  const origins = new Set<unknown>(backlinks.map((link) => targets.get(nameIn(link))));
  return { backlinks, origins, references: [] };
}

function moveNote(element: Element, { backlinks, references }: Note, copies: { left: number }): void {
  for (const backlink of backlinks) remove(backlink);
  const length = textContent(element).length + 1;
  for (const [index, reference] of references.entries()) {
    if (index > 0) copies.left -= length;
    if (copies.left < 0) break;
    makeFootnote(superscriptAround(reference), element);
  }
  removeNote(element);
}

function isAnchorLink(node: Element): boolean {
  return node.tagName === 'a' && /^#./.test(attribute(node, 'href') ?? '');
}

function targetsOf(tree: Fragment): Map<string, Element> {
  const targets = new Map<string, Element>();
  for (const node of elements(tree)) {
    const names = [attribute(node, 'id'), node.tagName === 'a' ? attribute(node, 'name') : undefined];
    for (const name of names) if (name !== undefined && !targets.has(name)) targets.set(name, node);
  }
  return targets;
}

function nameIn(link: Element): string {
  const name = attribute(link, 'href')?.slice(1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Word marks a note by an anchor at its beginning, other programs by the id of the item. */
function noteAround(target: Element | undefined): Element | null {
  for (let node = target; node; node = parentOf(node)) {
    if (['li', 'dd', 'div', 'aside'].includes(node.tagName)) return node;
    if (!['a', 'p', 'span', 'sup'].includes(node.tagName)) return null;
  }
  return null;
}

function parentOf(node: Element): Element | undefined {
  const parent = node.parentNode;
  return parent && 'tagName' in parent ? parent : undefined;
}

function isInside(node: Element, ancestor: Element): boolean {
  for (let parent: Element | undefined = node; parent; parent = parentOf(parent))
    if (parent === ancestor) return true;
  return false;
}

function superscriptAround(reference: Element): Element {
  const parent = parentOf(reference);
  return parent?.tagName === 'sup' && parent.childNodes.length === 1 ? parent : reference;
}

function makeFootnote(reference: Element, note: Element): void {
  rename(reference, 'span', 'footnote');
  reference.childNodes = [];
  for (const child of note.childNodes) append(reference, cloned(child));
}

function cloned(node: Node): Node {
  if (isText(node)) return { ...node, parentNode: null };
  if (!isElement(node)) return { ...node, parentNode: null } as Node;
  const copy: Element = {
    ...node,
    attrs: node.attrs.map((one) => ({ ...one })),
    childNodes: [],
    parentNode: null,
  };
  for (const child of node.childNodes) append(copy, cloned(child));
  return copy;
}

/** Removes a note, and what is left of the list and section of notes once it has no note. */
function removeNote(note: Element): void {
  let parent = parentOf(note);
  remove(note);
  while (parent && isLeftOver(parent)) {
    const outer = parentOf(parent);
    removeRuleBefore(parent);
    remove(parent);
    parent = outer;
  }
}

function isLeftOver(node: Element): boolean {
  const isSection = node.tagName === 'section' || hasClass(node, 'footnotes');
  return node.childNodes.every(
    (child) =>
      child.nodeName === 'hr' ||
      (isText(child) && child.value.trim() === '') ||
      (isSection && /^h[1-6]$/.test(child.nodeName)),
  );
}

function removeRuleBefore(section: Element): void {
  const siblings = section.parentNode?.childNodes ?? [];
  let index = siblings.indexOf(section) - 1;
  while (index > 0 && siblings[index]?.nodeName === '#text') index -= 1;
  const before = siblings[index];
  if (before && isElement(before) && before.tagName === 'hr' && hasClass(before, 'footnotes-sep'))
    remove(before);
}
