import type { Editor } from '@tiptap/core';
import { isHistoryTransaction } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { addPendingChange, removePendingChange } from '../../platform/web/pending-changes.ts';
import { randomId } from '../../platform/web/random-id.ts';
import { writeHtml } from './schema/html-writer.ts';
import { wordsIn } from './word-count.ts';

/** Text that the author deleted. A longer deletion at the same place has the same id and a larger sequence. */
export type CutText = { id: string; sequence: number; html: string; place: string };
export type CutReports = {
  onCut(cut: CutText): void;
  /** The text is in the post again, by undo or because it was pasted. */
  onBack(cut: { id: string; sequence: number }): void;
};

const minWords = 4;
const minCharacters = 8;
const maxRemembered = 200;
const maxPlaceLength = 80;
const delayMs = 500;

type Range = { doc: Node; from: number; to: number };
/** Deletions at one place, as a range of the document before the first of them. `after` is the document since the last. */
type Run = Range & { id: string; sequence: number; after: Node; isReported: boolean };

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();
const textOf = ({ doc, from, to }: Range): string => doc.textBetween(from, to, '\n', ' ');

/** Collects what is deleted from the steps of each transaction: a key costs the same in a long text as in a short one. */
export class CutCollector {
  readonly #reports: CutReports;
  #run: Run | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What was reported, to notice that it is back. */
  readonly #cuts = new Map<string, { sequence: number; text: string }>();

  constructor(reports: CutReports) {
    this.#reports = reports;
  }

  readonly see = (tr: Transaction): void => {
    if (!tr.docChanged) return;
    const deleted: Range[] = [];
    const inserted: Range[] = [];
    for (const [index, step] of tr.steps.entries())
      step.getMap().forEach((from, to, start, end) => {
        const doc = tr.docs[index] ?? tr.before;
        if (to > from) deleted.push({ doc, from, to });
        if (end <= start) return;
        const rest = tr.mapping.slice(index + 1);
        inserted.push({ doc: tr.doc, from: rest.map(start, -1), to: rest.map(end, 1) });
      });
    const [only] = deleted;
    if (only && deleted.length === 1 && inserted.length === 0) this.#extend(only, tr.doc);
    else this.#change(deleted, inserted, isHistoryTransaction(tr));
  };

  #change(deleted: readonly Range[], inserted: readonly Range[], isHistory: boolean): void {
    this.#end();
    const isLong = ({ from, to }: Range) => to - from >= minCharacters;
    const long = deleted.filter(isLong);
    if (long.length > 0) {
      const text = inserted.map(textOf).join('\n');
      for (const range of long) this.#replaced(range, text);
    }
    if (this.#cuts.size > 0 && (isHistory || inserted.some(isLong))) this.#findBack(inserted);
  }

  /** Reports the run of deletions that is going on. It may continue. */
  readonly flush = (): void => {
    clearTimeout(this.#timer);
    removePendingChange(this.flush);
    const run = this.#run;
    if (!run || run.isReported || run.to - run.from < minCharacters) return;
    run.isReported = true;
    run.sequence += 1;
    this.#report(run, run.doc.slice(run.from, run.to, true).content.content, run);
  };

  #extend(range: Range, after: Node): void {
    const run = this.#run;
    if (run && run.after === range.doc && range.from <= run.from && range.to >= run.from) {
      run.to += range.to - run.from;
      run.from = range.from;
      run.after = after;
      run.isReported = false;
    } else {
      this.#end();
      this.#run = { ...range, after, id: randomId(), sequence: 0, isReported: false };
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.flush, delayMs);
    addPendingChange(this.flush);
  }

  #end(): void {
    if (!this.#run) return;
    this.flush();
    this.#run = null;
  }

  /** What was replaced by something else: as a whole, or those of its sentences that are not in the new text. */
  #replaced(range: Range, by: string): void {
    const text = textOf(range);
    const lines = linesWithout(text, by);
    if (lines.length === 0) return;
    const { schema } = range.doc.type;
    const isWhole = squeezed(lines.join(' ')) === squeezed(text);
    const blocks = isWhole
      ? range.doc.slice(range.from, range.to, true).content.content
      : lines.map((line) => schema.node('paragraph', null, schema.text(line)));
    this.#report(range, blocks, { id: randomId(), sequence: 1 });
  }

  #report(range: Range, blocks: readonly Node[], state: { id: string; sequence: number }): void {
    const { id, sequence } = state;
    const text = squeezed(
      blocks.map((block) => block.textBetween(0, block.content.size, '\n', ' ')).join('\n'),
    );
    if (wordsIn(text) < minWords) return;
    this.#cuts.delete(id);
    this.#cuts.set(id, { sequence, text });
    const [oldest] = this.#cuts.keys();
    if (this.#cuts.size > maxRemembered && oldest) this.#cuts.delete(oldest);
    const html = writeHtml(range.doc.type.create(null, blocks));
    this.#reports.onCut({ id, sequence, html, place: placeOf(range) });
  }

  /** Looks only into the blocks that something was inserted into. */
  #findBack(inserted: readonly Range[]): void {
    for (const { doc, from, to } of inserted) {
      const [start, end] = [doc.resolve(from), doc.resolve(to)];
      const text = squeezed(
        textOf({
          doc,
          from: start.depth > 0 ? start.before(1) : from,
          to: end.depth > 0 ? end.after(1) : to,
        }),
      );
      for (const [id, cut] of this.#cuts) {
        if (!text.includes(cut.text)) continue;
        this.#cuts.delete(id);
        this.#reports.onBack({ id, sequence: cut.sequence + 1 });
      }
    }
  }
}

/** The lines of `text` with those sentences that are not in `other`, neither word for word nor with a few words changed. */
function linesWithout(text: string, other: string): string[] {
  const there = squeezed(other);
  const words = new Set(there.toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u));
  const isGone = (sentence: string) => {
    if (there.includes(squeezed(sentence))) return false;
    const own = sentence.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
    return own.filter((word) => words.has(word)).length * 3 < own.length * 2;
  };
  return text
    .split('\n')
    .map((line) =>
      [...sentences.segment(line)]
        .map(({ segment }) => segment)
        .filter(isGone)
        .join('')
        .trim(),
    )
    .filter((line) => line !== '');
}

/** The nearest heading before it, or the first words of the block before it. */
function placeOf({ doc, from }: Range): string {
  const index = doc.resolve(from).index(0);
  for (let at = index - 1; at >= 0; at -= 1)
    if (doc.child(at).type.name === 'heading') return shortened(doc.child(at));
  return index > 0 ? shortened(doc.child(index - 1)) : '';
}

const shortened = (block: Node): string => squeezed(block.textContent.slice(0, maxPlaceLength));

/** Returns a function that stops it, after a last report. */
export function reportCuts(editor: Editor, reports: CutReports): () => void {
  const collector = new CutCollector(reports);
  const onTransaction = ({ transaction, appendedTransactions }: TransactionEvent) => {
    collector.see(transaction);
    for (const appended of appendedTransactions) collector.see(appended);
  };
  editor.on('transaction', onTransaction);
  return () => {
    collector.flush();
    editor.off('transaction', onTransaction);
  };
}

type TransactionEvent = { transaction: Transaction; appendedTransactions: Transaction[] };
