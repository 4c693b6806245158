import { escapeHtml } from '../../../platform/web/escape-html.ts';

/** Markup that was made by `markup`, so that texts in it are escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[];

const textOf = (value: Value): string => {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escapeHtml(String(value));
};

/** A template of SVG; values are escaped unless they are markup themselves. */
export const markup = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(
    parts.map((part, index) => part + (index < values.length ? textOf(values[index] ?? '') : '')).join(''),
  );
