import { createElement, Fragment, type ReactNode } from 'react';
import { formatNumber, translated } from './translate.ts';

type Gaps<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Gaps<Rest>
  : never;
type Tags<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}`
  ? Name | Tags<Rest>
  : never;
type Parts<Text extends string> = Record<Gaps<Text>, ReactNode> &
  Record<Tags<Text>, (text: ReactNode) => ReactNode>;

/**
 * A translated text with elements: `{date}` is replaced by an element, and `<link>…</link>` is the text of one, so that a
 * sentence stays whole for translators.
 */
export function rich<const Text extends string>(text: Text, parts: Parts<Text>): ReactNode {
  return pieces(translated(text), parts as Record<string, Part>);
}

type Part = ReactNode | ((text: ReactNode) => ReactNode);

function pieces(text: string, parts: Readonly<Record<string, Part>>): ReactNode {
  const found: ReactNode[] = [];
  let end = 0;
  for (const { 0: all, 1: gap, 2: tag, 3: inner = '', index } of text.matchAll(
    /\{(\w+)\}|<(\w+)>(.*?)<\/\2>/g,
  )) {
    found.push(text.slice(end, index));
    const part = parts[gap ?? tag ?? ''];
    if (typeof part === 'function') found.push(part(pieces(inner, parts)));
    else found.push(typeof part === 'number' ? formatNumber(part) : part);
    end = index + all.length;
  }
  return createElement(Fragment, null, ...found, text.slice(end));
}
