import { make, type Step, select, textOf, unwrap } from './dom.ts';

const number = /^\[?[\d*†‡a-z]{1,4}\]?$/i;
const maxNotes = 1000;

/**
 * A reference and its note, linked by an anchor, become one footnote: Word (`_ftn1`), LibreOffice (`sdfootnote1sym`), Google Docs'
 * exported pages (`ftnt1`), GitHub (`user-content-fn-1`), Markdown renderers (`fn:1`), Wikipedia (`cite_note-1`). A reference whose
 * note was not copied stays text.
 */
export const readFootnotes: Step = (body) => {
  const targets = new Map<string, HTMLElement>();
  for (const element of select(body, '[id], a[name]'))
    targets.set(element.id || (element.getAttribute('name') ?? ''), element);
  let found = 0;
  for (const reference of select(body, 'a[href*="#"]')) {
    const text = textOf(reference);
    if (!number.test(text) || found >= maxNotes || !body.contains(reference)) continue;
    const place = placeOf(reference);
    const target = targets.get(anchor(reference));
    const note = target && body.contains(target) ? noteOf(target) : null;
    if (!note || note.contains(reference) || !isReference(reference, place)) {
      if (isReference(reference, place) && /^#|#cite_note/.test(reference.getAttribute('href') ?? ''))
        unwrap(reference);
      continue;
    }
    found += 1;
    place.replaceWith(footnote(note));
  }
  if (found > 0) removeRest(body);
};

function anchor(link: Element): string {
  const href = link.getAttribute('href') ?? '';
  const hash = href.slice(href.indexOf('#') + 1);
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** The outermost element that shows only the number of the reference. */
function placeOf(reference: HTMLElement): Element {
  let place: Element = reference;
  while (place.parentElement?.matches('sup, span') && textOf(place.parentElement) === textOf(reference))
    place = place.parentElement;
  return place;
}

function isReference(reference: Element, place: Element): boolean {
  return (
    place.localName === 'sup' ||
    reference.querySelector('sup') !== null ||
    place.closest('sup') !== null ||
    reference.matches(
      '[role=doc-noteref], [data-footnote-ref], .footnote-ref, .sdfootnoteanc, [style*="mso-footnote-id" i], [style*="mso-endnote-id" i]',
    ) ||
    reference.querySelector('.MsoFootnoteReference, .MsoEndnoteReference') !== null
  );
}

/** The block of the note that an anchor in or on it names. */
function noteOf(target: HTMLElement): HTMLElement | null {
  if (target.matches('li, div, p, dd, aside')) return target;
  const block = target.closest<HTMLElement>('li, p, dd, div');
  return block && block.localName !== 'body' ? block : null;
}

function footnote(note: HTMLElement): HTMLElement {
  const content = note.cloneNode(true) as HTMLElement;
  for (const link of select(content, 'a')) if (isBacklink(link)) link.remove();
  for (const mark of select(content, 'sup, span'))
    if (textOf(mark) === '' && !mark.querySelector('img')) mark.remove();
  for (const image of select(content, 'img')) image.remove();
  const span = make(note, 'span', { class: 'footnote' });
  const blocks = select(content, 'p, li, div').filter((block) => !block.querySelector('p, li, div'));
  if (blocks.length === 0) span.append(...content.childNodes);
  blocks.forEach((block, index) => {
    if (index > 0) span.append(make(note, 'br'));
    span.append(...block.childNodes);
  });
  note.setAttribute('data-note', '');
  return span;
}

function isBacklink(link: Element): boolean {
  if (!(link.getAttribute('href') ?? '').includes('#')) return textOf(link) === '';
  const text = textOf(link);
  return number.test(text) || /^(?:\^|↩|↑|⏎|Jump up|Back)/u.test(text) || text === '';
}

/** Removes the notes and what only held them: lists, sections, the rule above them. */
function removeRest(body: HTMLElement): void {
  for (const note of select(body, '[data-note]')) {
    let outer: Element = note;
    for (
      let parent = note.parentElement;
      parent && parent.localName !== 'body';
      parent = parent.parentElement
    ) {
      const rest = [...parent.children].filter(
        (child) => child !== outer && !child.matches('hr, br') && !isTitle(child),
      );
      if (rest.some((child) => textOf(child) !== '')) break;
      outer = parent;
    }
    const before = outer.previousElementSibling;
    if (
      before &&
      (before.localName === 'hr' || isTitle(before)) &&
      !outer.nextElementSibling?.hasAttribute('data-note')
    )
      before.remove();
    outer.remove();
  }
}

function isTitle(element: Element): boolean {
  return /^h[1-6]$/.test(element.localName) && /^(?:foot|end)?notes?$|^references$/i.test(textOf(element));
}
