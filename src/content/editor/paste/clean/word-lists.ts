import { make, neighbor, type Step, select, styleOf } from './dom.ts';

type Open = { list: HTMLElement; level: number; id: string };

const levelOf = /(l\d+)\s+level(\d+)(?:\s+(lfo\d+))?/i;
const ordered = /^\(?(?:\d+|[a-z]|[ivxlc]+)[.)]/i;
const bulletGlyph = /^[·•▪§o–*‣◦\uf0a7\uf0b7\uf0d8-]$/;

/** Word writes list items as paragraphs that contain their bullet as text; the level is in `mso-list: l0 level1 lfo1`. */
export const readWordLists: Step = (body) => {
  let stack: Open[] = [];
  let last: Element | null = null;
  for (const paragraph of select(body, 'p, h1, h2, h3, h4, h5, h6, li')) {
    const [, list = '', level = '', override = ''] =
      levelOf.exec(styleOf(paragraph).get('mso-list') ?? '') ?? [];
    const follows = last !== null && neighbor(paragraph, 'previousSibling') === last;
    if (paragraph.localName === 'li' || paragraph.closest('li')) continue;
    if (!level && !hasOutlookBullet(paragraph)) {
      // A paragraph of the item before it.
      if (follows && stack.length > 0 && /^MsoListParagraph/.test(paragraph.className)) {
        stack.at(-1)?.list.lastElementChild?.append(paragraph);
      }
      continue;
    }
    if (!follows) stack = [];
    addItem(paragraph, Number(level || 1), `${list} ${override}`, stack);
    last = stack[0]?.list ?? null;
  }
};

/** Outlook on the web drops `mso-list`; what remains is a bullet and a run of spaces in 7-point Times. */
function hasOutlookBullet(paragraph: Element): boolean {
  if (!/^MsoListParagraph/.test(paragraph.className)) return false;
  const gap = select(paragraph, 'span').find((span) => /^7(?:\.0)?pt/.test(styleOf(span).get('font') ?? ''));
  return gap?.textContent?.trim() === '' && bulletOf(paragraph) !== null;
}

/** Moves the paragraph into its list; the outermost list takes the paragraph's place. */
function addItem(paragraph: Element, level: number, id: string, stack: Open[]): void {
  const bullet = takeBullet(paragraph);
  const name = ordered.test(bullet) ? 'ol' : 'ul';
  while ((stack.at(-1)?.level ?? 0) > level) stack.pop();
  const open = stack.at(-1);
  if (open?.level === level && (open.list.localName !== name || open.id !== id)) stack.pop();
  if ((stack.at(-1)?.level ?? 0) < level) {
    const start = /^\(?(\d{1,9})/.exec(bullet)?.[1];
    const list = make(paragraph, name, name === 'ol' && start && start !== '1' ? { start } : {});
    const parent = stack.at(-1)?.list.lastElementChild;
    if (parent) parent.append(list);
    else paragraph.before(list);
    stack.push({ list, level, id });
  }
  const item = make(paragraph, 'li');
  const plain = make(paragraph, paragraph.localName);
  plain.append(...paragraph.childNodes);
  item.append(plain);
  stack.at(-1)?.list.append(item);
  paragraph.remove();
}

function takeBullet(paragraph: Element): string {
  const marker =
    select(paragraph, 'span').find((span) => /^ignore$/i.test(styleOf(span).get('mso-list') ?? '')) ??
    bulletOf(paragraph);
  const bullet = marker?.textContent?.trim() ?? '';
  marker?.remove();
  return bullet;
}

function bulletOf(paragraph: Element): Element | null {
  const first = paragraph.firstElementChild;
  if (!first) return null;
  const text = (first.textContent ?? '').replaceAll('\u00a0', ' ').trim();
  return bulletGlyph.test(text) || (ordered.test(text) && text.length < 6) ? first : null;
}
