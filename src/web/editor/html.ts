import { DOMSerializer, DOMParser as DocumentParser, type Node, type Schema } from '@tiptap/pm/model';

// Elements whose text is code or not part of the post; the server removes them as well.
const removed =
  'area,audio,canvas,datalist,embed,iframe,math,noembed,noframes,noscript,object,optgroup,option,plaintext,script,' +
  'select,style,svg,template,textarea,title,video,xmp';

const inert = document.createElement('template').content.ownerDocument;

/** Parses HTML in an inert document, which neither loads images nor runs scripts. */
export function inertBody(html: string): HTMLElement {
  const body = inert.createElement('body');
  body.innerHTML = html;
  for (const element of body.querySelectorAll(removed)) element.remove();
  return body;
}

export function fromHtml(html: string, schema: Schema): Node {
  return DocumentParser.fromSchema(schema).parse(inertBody(html));
}

const htmlOfBlocks = new WeakMap<Node, string>();

/** The HTML of the post; empty for a blank document. Unchanged blocks are cached, so typing stays fast in long posts. */
export function toHtml(doc: Node): string {
  return isBlank(doc) ? '' : blocks(doc).join('');
}

export function isBlank(doc: Node): boolean {
  const only = doc.childCount === 1 ? doc.firstChild : null;
  return only?.type.name === 'paragraph' && only.childCount === 0 && !only.attrs.textAlign;
}

function blocks(doc: Node): string[] {
  return doc.children.map((block) => {
    const html = htmlOfBlocks.get(block) ?? toElement(block).outerHTML;
    htmlOfBlocks.set(block, html);
    return html;
  });
}

function toElement(block: Node): HTMLElement {
  const serializer = DOMSerializer.fromSchema(block.type.schema);
  const element = serializer.serializeNode(block, { document: inert }) as HTMLElement;
  // The schema needs a paragraph in each cell; stored tables have the text only.
  for (const paragraph of element.querySelectorAll(':is(td, th) > p:only-child:not([style])'))
    paragraph.replaceWith(...paragraph.childNodes);
  return element;
}

const containers = new Set(['BLOCKQUOTE', 'UL', 'OL', 'LI', 'TABLE', 'THEAD', 'TBODY', 'TFOOT', 'TR']);

/** The same HTML with line breaks and indentation, for the HTML view. */
export function toSource(doc: Node): string {
  return isBlank(doc) ? '' : doc.children.map((block) => lines(toElement(block), '')).join('\n');
}

function lines(element: Element, indent: string): string {
  if (!containers.has(element.tagName)) return indent + element.outerHTML;
  const [open = '', close = ''] = (element.cloneNode() as Element).outerHTML.split(/(?=<\/)/);
  const inner = [...element.children].map((child) => lines(child, `${indent}  `));
  return [indent + open, ...inner, indent + close].join('\n');
}
