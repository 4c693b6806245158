import {
  appendText,
  attribute,
  classesOf,
  type Element,
  elements,
  find,
  hasClass,
  isElement,
  remove,
  rename,
  textContent,
} from '../document/tree.ts';

/** Recognizes the formulas of KaTeX, MathJax, Pandoc, MediaWiki and Tiptap. */
export function recognizeMath(node: Element): boolean {
  const found = source(node);
  const tex = trimmed(found?.tex ?? '').replace(/^\{\\displaystyle ?(.*)\}$/s, '$1');
  if (!found || tex === '') return removeDrawing(node);
  rename(node, found.isBlock ? 'div' : 'span', 'math');
  node.childNodes = [];
  appendText(node, trimmed(tex));
  return true;
}

/** A blank after a backslash is one. */
function trimmed(tex: string): string {
  const begun = tex.trimStart();
  const end = begun.trimEnd();
  return end.endsWith('\\') ? begun.slice(0, end.length + 1) : end;
}

/** MathJax 2 draws the formula beside the script that has it. */
function removeDrawing(node: Element): boolean {
  const isDrawing = hasClass(node, 'MathJax_Preview', 'MathJax', 'MathJax_Display', 'MathJax_SVG');
  if (!isDrawing || !/^(?:span|div)$/.test(node.tagName)) return false;
  remove(node);
  return true;
}

type Source = { tex: string; isBlock: boolean };

function source(node: Element): Source | null {
  const name = node.tagName;
  if (name === 'math') return annotated(node, attribute(node, 'display') === 'block');
  if (node.attrs.length === 0) return null;
  if (name === 'script') return scripted(node);
  if (name === 'math-renderer') return delimited(node, hasClass(node, 'js-display-math'));
  if (name === 'mjx-container') return annotated(node, attribute(node, 'display') === 'true');
  if (name !== 'span' && name !== 'div') return null;
  const tex = attribute(node, 'data-latex');
  if (tex !== undefined) return { tex, isBlock: name === 'div' };
  const classes = classesOf(node);
  if (classes.includes('katex-display')) return annotated(node, true);
  if (classes.includes('katex') || classes.includes('mwe-math-element')) return annotated(node, false);
  if (!classes.includes('math')) return null;
  if (classes.includes('display')) return delimited(node, true);
  return classes.includes('inline') ? delimited(node, false) : rendered(node);
}

/** MathML carries the TeX that it was made of as an annotation or as its alternative text, as the image beside it does. */
function annotated(node: Element, isBlock: boolean): Source | null {
  let alternative = node.tagName === 'math' ? attribute(node, 'alttext') : undefined;
  let display = isBlock;
  for (const inner of elements(node)) {
    if (inner.tagName === 'math') {
      alternative ??= attribute(inner, 'alttext');
      display ||= attribute(inner, 'display') === 'block';
    }
    if (inner.tagName === 'annotation' && /^application\/x-tex$/i.test(attribute(inner, 'encoding') ?? ''))
      return { tex: textContent(inner), isBlock: display };
  }
  const image = alternative === undefined ? find(node, ({ tagName }) => tagName === 'img') : undefined;
  alternative ??= image && attribute(image, 'alt');
  return alternative === undefined ? null : { tex: alternative, isBlock: display };
}

/** A formula as readers see it here, copied from a page. */
function rendered(node: Element): Source | null {
  const [first] = node.childNodes;
  const isBlock = node.tagName === 'div';
  if (first?.nodeName === 'math') return annotated(node, isBlock);
  const isInvalid = first && isElement(first) && hasClass(node, 'invalid');
  return isInvalid ? { tex: textContent(first), isBlock } : null;
}

function scripted(node: Element): Source | null {
  const type = attribute(node, 'type') ?? '';
  return /^math\/tex\b/i.test(type)
    ? { tex: textContent(node), isBlock: /mode\s*=\s*display/i.test(type) }
    : null;
}

const delimiters = /^(?:\\\(([\s\S]*)\\\)|\\\[([\s\S]*)\\\]|\$\$([\s\S]*)\$\$|\$([\s\S]*)\$)$/;

function delimited(node: Element, isBlock: boolean): Source {
  const text = textContent(node).trim();
  const [, ...inner] = delimiters.exec(text) ?? [];
  return { tex: inner.find((one) => one !== undefined) ?? text, isBlock };
}
