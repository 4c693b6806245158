import {
  append,
  attribute,
  type Element,
  elements,
  type Fragment,
  find,
  hasClass,
  isElement,
  isInside,
  isText,
  type Node,
  parentOf,
  remove,
  rename,
  textContent,
} from '../document/tree.ts';
import { decoded } from '../document/url.ts';

/** A note that several references share is copied to each; the limits keep a small input from becoming a large one. */
const maxCopied = 100_000;
const maxNotes = 2000;

type Note = { backlinks: Element[]; origins: Set<unknown>; references: Element[] };
type Notes = Map<Element, Note>;

/**
 * Footnotes of other programs are a list at the end. A note is recognized by two links: one to the note, and one in the
 * note back to where the first stands. Its text moves to the reference. In pasted text, which often has only a part of the
 * page, what looks like a reference is one without a link back, and the title and rule above the notes go.
 */
export function recognizeFootnotes(tree: Fragment, isPasted: boolean): void {
  const all = [...elements(tree)];
  const targets = targetsOf(all);
  const links = new Set(all.filter((node) => isAnchorLink(node) || (isPasted && targets.has(nameIn(node)))));
  if (links.size < (isPasted ? 1 : 2)) return;
  const named = new Set([...links].map((link) => targets.get(nameIn(link))));
  const notes: Notes = new Map();
  for (const link of links) {
    const element = noteOf(link, targets.get(nameIn(link)), named);
    if (!element || isInside(link, element) || isInNote(link, notes) || notes.size >= maxNotes) continue;
    const note = notes.get(element) ?? readNote(element, links, targets);
    notes.set(element, note);
    const places = [link, link.parentNode, ...link.childNodes];
    if (places.some((place) => note.origins.has(place)) || (isPasted && looksLikeReference(link)))
      note.references.push(link);
  }
  for (const [element, { references }] of notes) if (references.length === 0) notes.delete(element);
  const copies = { left: maxCopied };
  for (const [element, note] of notes) moveNote(element, note, copies);
  for (const element of notes.keys()) removeNote(element, isPasted ? notes : null);
}

function readNote(element: Element, links: ReadonlySet<Element>, targets: Map<string, Element>): Note {
  const backlinks = [...elements(element)].filter((node) => links.has(node));
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
}

function isAnchorLink(node: Element): boolean {
  return node.tagName === 'a' && /^#./.test(attribute(node, 'href') ?? '');
}

const number = /^\[?[\d*†‡a-z]{1,4}\]?$/i;
const referenceClass = /\b(?:footnote-ref|sdfootnoteanc|Mso(?:Foot|End)noteReference)\b/;

/** A number that is raised, or marked as a reference by Word, LibreOffice or a renderer of Markdown. */
function looksLikeReference(link: Element): boolean {
  if (!number.test(textContent(link).trim())) return false;
  const isMarked = (node: Element): boolean =>
    node.tagName === 'sup' || referenceClass.test(attribute(node, 'class') ?? '');
  for (let node: Element | undefined = link; node; node = parentOf(node)) if (isMarked(node)) return true;
  return (
    find(link, isMarked) !== undefined ||
    attribute(link, 'role') === 'doc-noteref' ||
    attribute(link, 'data-footnote-ref') !== undefined ||
    /mso-(?:foot|end)note-id/i.test(attribute(link, 'style') ?? '')
  );
}

function targetsOf(all: readonly Element[]): Map<string, Element> {
  const targets = new Map<string, Element>();
  for (const node of all) {
    const names = [attribute(node, 'id'), node.tagName === 'a' ? attribute(node, 'name') : undefined];
    for (const name of names) if (name && !targets.has(name)) targets.set(name, node);
  }
  return targets;
}

/** What a link names in its page; empty for other elements and links. */
function nameIn(link: Element): string {
  const href = (link.tagName === 'a' && attribute(link, 'href')) || '';
  return href.includes('#') ? decoded(href.slice(href.indexOf('#') + 1)) : '';
}

/** Word marks a note by an anchor at its beginning, other programs by the id of the item. */
function noteOf(link: Element, target: Element | undefined, named: ReadonlySet<unknown>): Element | null {
  let paragraph: Element | null = null;
  for (let node = target; node; node = parentOf(node)) {
    if (['li', 'dd', 'aside'].includes(node.tagName)) return node;
    if (node.tagName === 'div') {
      const isWhole = !paragraph || (!isInside(link, node) && isOneNote(node, named));
      return isWhole ? node : paragraph;
    }
    if (node.tagName === 'p') paragraph ??= node;
    else if (!['a', 'span', 'sup'].includes(node.tagName)) return paragraph;
  }
  return paragraph;
}

/** The paragraphs of a note, rather than a list of notes. */
function isOneNote(node: Element, named: ReadonlySet<unknown>): boolean {
  const isPlain = node.childNodes.every((child) => !isElement(child) || child.tagName === 'p');
  return isPlain && [...elements(node)].filter((inner) => named.has(inner)).length === 1;
}

/** A note that refers to its own reference is not one itself. */
function isInNote(link: Element, notes: Notes): boolean {
  for (let node = parentOf(link); node; node = parentOf(node))
    if ((notes.get(node)?.references.length ?? 0) > 0) return true;
  return false;
}

/** The outermost element that shows only the number of the reference. */
function superscriptAround(reference: Element): Element {
  const parent = parentOf(reference);
  const isAlone = parent?.childNodes.length === 1 && (parent.tagName === 'sup' || parent.tagName === 'span');
  const outer = isAlone ? superscriptAround(parent) : null;
  return outer && (outer.tagName === 'sup' || parent?.tagName === 'sup') ? outer : reference;
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
function removeNote(note: Element, notes: Notes | null): void {
  let parent = parentOf(note);
  let outer = note;
  while (parent && isLeftOver(parent, outer, notes)) {
    outer = parent;
    parent = parentOf(parent);
    removeRuleBefore(outer, notes);
  }
  if (outer === note && notes) removeRuleBefore(outer, notes);
  remove(outer);
}

/** `notes`: those of pasted text. */
function isLeftOver(node: Element, without: Element, notes: Notes | null): boolean {
  const isSection = node.tagName === 'section' || hasClass(node, 'footnotes');
  return node.childNodes.every(
    (child) =>
      child === without ||
      child.nodeName === 'hr' ||
      (isText(child) && child.value.trim() === '') ||
      (isSection && /^h[1-6]$/.test(child.nodeName)) ||
      (notes !== null && (child.nodeName === 'br' || isTitle(child))),
  );
}

const isTitle = (node: Node): boolean =>
  isElement(node) &&
  /^h[1-6]$/.test(node.tagName) &&
  /^(?:foot|end)?notes?$|^references$/i.test(textContent(node).trim());

function removeRuleBefore(section: Element, notes: Notes | null): void {
  const isBlank = (node: Node | undefined) => node && isText(node) && node.value.trim() === '';
  const siblings = section.parentNode?.childNodes ?? [];
  const at = siblings.indexOf(section);
  const before = siblings.slice(0, at).findLast((node) => !isBlank(node));
  const after = siblings.slice(at + 1).find((node) => !isBlank(node));
  const isRule = before && isElement(before) && before.tagName === 'hr';
  if (isRule && hasClass(before, 'footnotes-sep')) remove(before);
  else if (before && notes && (isRule || isTitle(before)) && !(after && isElement(after) && notes.has(after)))
    remove(before);
}
