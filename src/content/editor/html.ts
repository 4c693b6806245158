import { DOMParser as DocumentParser, type Node, type Schema } from '@tiptap/pm/model';
import { keepWrittenColors } from './schema/colors.ts';
import { writeHtml } from './schema/html-writer.ts';
import { readSpaces } from './schema/spaces.ts';

// Elements whose text is code or not part of the post; the server removes them as well.
const removed =
  'area,canvas,datalist,embed,iframe,math,noembed,noframes,noscript,object,optgroup,option,plaintext,script,' +
  'select,style,svg,template,textarea,title,xmp,audio:not(figure.media > *),video:not(figure.media > *)';

const inert = document.createElement('template').content.ownerDocument;

/** Parses HTML in an inert document, which neither loads images nor runs scripts. */
export function inertBody(html: string): HTMLElement {
  const body = inert.createElement('body');
  body.innerHTML = html;
  for (const element of body.querySelectorAll(removed)) element.remove();
  return body;
}

export function fromHtml(html: string, schema: Schema): Node {
  const body = inertBody(html);
  keepWrittenColors(body);
  return readSpaces(DocumentParser.fromSchema(schema).parse(body));
}

/** The HTML of the post in its stored form; empty for a blank document. */
export function toHtml(doc: Node): string {
  return isBlank(doc) ? '' : writeHtml(doc);
}

export function isBlank(doc: Node): boolean {
  const only = doc.childCount === 1 ? doc.firstChild : null;
  return only?.type.name === 'paragraph' && only.childCount === 0 && !only.attrs.textAlign;
}

const containers =
  'blockquote,ul,ol,li,dl,dd,details,aside,.gallery,.columns,.columns > div,table,thead,tbody,tfoot,tr';

/** The same HTML with line breaks and indentation, for the HTML view, and where each block begins in it. */
export function toSource(doc: Node): { text: string; starts: number[] } {
  const blocks = [...inertBody(toHtml(doc)).children].map((block) => lines(block, ''));
  let next = 0;
  const starts = blocks.map((block) => {
    next += block.length + 1;
    return next - block.length - 1;
  });
  return { text: blocks.join('\n'), starts };
}

function lines(element: Element, indent: string): string {
  if (!element.matches(containers)) return indent + element.outerHTML;
  const [open = '', close = ''] = (element.cloneNode() as Element).outerHTML.split(/(?=<\/)/);
  const inner = [...element.children].map((child) => lines(child, `${indent}  `));
  return [indent + open, ...inner, indent + close].join('\n');
}
