import type { EditorView } from '@tiptap/pm/view';

const gap = 6;

export type Range = { from: number; to: number };
type Sides = { top: number; bottom: number };

/**
 * Decides where a panel goes, in pixels of the visible part of the page: below the text, or above it if there is more room, and
 * how high it may be.
 */
export function chooseSide(
  text: Sides,
  visible: Sides,
  height: number,
  preferred: 'above' | 'below',
): { side: 'above' | 'below'; maxHeight: number } {
  const room = { above: text.top - visible.top - gap, below: visible.bottom - text.bottom - gap };
  const other = preferred === 'above' ? 'below' : 'above';
  const side = room[preferred] >= height || room[preferred] >= room[other] ? preferred : other;
  return { side, maxHeight: Math.max(0, Math.floor(room[side])) };
}

/** Places a panel beside a range of the text, inside the visible part of the page and of the editor. */
export function placeNearText(
  panel: HTMLElement,
  view: EditorView,
  { from, to }: Range,
  preferred: 'above' | 'below' = 'below',
): void {
  // Panels are rendered after the frame in which their range was found; the text may be shorter by now.
  if (to > view.state.doc.content.size) return;
  const start = view.coordsAtPos(from);
  const end = to === from ? start : view.coordsAtPos(to, -1);
  placeNear(
    panel,
    view,
    { top: start.top, bottom: Math.max(start.bottom, end.bottom), left: start.left },
    preferred,
  );
}

/** Places a panel beside a rectangle of the page. */
export function placeNear(
  panel: HTMLElement,
  view: EditorView,
  text: { top: number; bottom: number; left: number },
  preferred: 'above' | 'below' = 'below',
): void {
  const editor = panel.offsetParent;
  if (!editor) return;
  const frame = editor.getBoundingClientRect();
  panel.style.maxHeight = '';
  const height = panel.offsetHeight;
  const { side, maxHeight } = chooseSide(text, visibleArea(view), height, preferred);
  const used = Math.min(height, maxHeight);
  const top = side === 'below' ? text.bottom + gap : text.top - gap - used;
  const bounds = (view.dom.closest('.editor') ?? editor).getBoundingClientRect();
  const right = bounds.right - frame.left - panel.offsetWidth - gap;
  panel.style.maxHeight = `min(${maxHeight}px, var(--max-height, 100dvh))`;
  panel.style.top = `${Math.round(top - frame.top)}px`;
  panel.style.left = `${Math.round(Math.max(bounds.left - frame.left + gap, Math.min(text.left - frame.left, right)))}px`;
}

/** What is visible of the page, without the toolbar, which is above or below, and the on-screen keyboard. */
function visibleArea(view: EditorView): Sides {
  const viewport = window.visualViewport;
  const top = viewport?.offsetTop ?? 0;
  const bar = view.dom.closest('.editor')?.querySelector('.editor-controls')?.getBoundingClientRect();
  const bottom = top + (viewport?.height ?? window.innerHeight);
  if (!bar) return { top, bottom };
  if (bar.top > (top + bottom) / 2) return { top, bottom: Math.min(bottom, bar.top) };
  return { top: Math.max(top, bar.bottom), bottom };
}
