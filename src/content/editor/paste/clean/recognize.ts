import {
  append,
  type Element,
  element,
  type Fragment,
  fragment,
  isElement,
  isText,
} from '../../../document/tree.ts';
import { recognizeForeign } from '../../../foreign/foreign.ts';
import {
  isElement as isDomElement,
  isText as isDomText,
  rename,
  type Step,
  select,
  textOf,
  unwrap,
} from './dom.ts';
import { inlineContent } from './figures.ts';

/** What saved and imported HTML is read by: footnotes, formulas, tasks, callouts, players. Where forms of single programs are plain HTML already. */
export const recognizeBlocks: Step = (body) => {
  const tree = fragment();
  copyTree(body, tree);
  recognizeForeign(tree, { isPasted: true });
  body.replaceChildren();
  copyDom(tree, body);
  for (const rest of select(body, 'input, iframe, object, param, embed, script')) rest.remove();
  for (const label of select(body, 'li label')) unwrap(label);
  for (const list of select(body, 'ul.tasks')) list.replaceChildren(...list.children);
  for (const note of select(body, 'span.footnote')) {
    for (const image of select(note, 'img')) image.remove();
    inlineContent(note);
  }
  for (const caption of select(body, 'figure.embed > figcaption')) {
    const line = rename(caption, 'p');
    line.parentElement?.after(line);
  }
  for (const aside of select(body, 'aside:not(.callout)')) unwrap(aside);
  for (const details of select(body, 'details')) readDetails(details);
  for (const summary of select(body, 'summary'))
    if (summary.parentElement?.localName !== 'details') rename(summary, 'p');
};

/** The parser accepts names that cannot be given to an element otherwise. */
const isName = (name: string): boolean => /^[a-z][\w:.-]*$/i.test(name);

function copyTree(from: Node, to: Element | Fragment): void {
  for (const child of from.childNodes) {
    if (isDomText(child)) append(to, { nodeName: '#text', value: child.data, parentNode: to } as never);
    if (!(child instanceof window.Element)) continue;
    const attributes = [...child.attributes].filter(({ name }) => isName(name));
    const copy = element(
      isName(child.localName) ? child.localName : 'span',
      attributes.map(({ name, value }) => ({ name, value })),
    );
    copy.namespaceURI = child.namespaceURI as Element['namespaceURI'];
    copyTree(child, append(to, copy));
  }
}

function copyDom(from: Element | Fragment, to: Node): void {
  const { ownerDocument: document } = to as { ownerDocument: Document };
  for (const child of from.childNodes) {
    if (isText(child)) to.appendChild(document.createTextNode(child.value));
    if (!isElement(child)) continue;
    const copy = document.createElementNS(child.namespaceURI, child.tagName);
    for (const { name, value } of child.attrs) copy.setAttribute(name, value);
    copyDom(child, to.appendChild(copy));
  }
}

/** Text that can be folded needs a line that is always shown. */
function readDetails(details: HTMLElement): void {
  const summary = [...details.children].find((child) => child.localName === 'summary');
  if (!summary || !isDomElement(summary) || textOf(summary) === '') {
    summary?.remove();
    unwrap(details);
    return;
  }
  inlineContent(summary);
  details.prepend(summary);
  for (const name of details.getAttributeNames()) details.removeAttribute(name);
}
