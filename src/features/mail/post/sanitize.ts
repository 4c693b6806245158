import { attribute, type Element, elements, type Fragment, remove } from '../../../content/document/tree.ts';

const structure =
  'a abbr b blockquote br caption cite code dd div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr img kbd li mark ol p pre s ' +
  'span strong sub sup table tbody td tfoot th thead tr u ul';
const allowed = new Set(structure.split(' '));
const attributes = new Set(
  'alt class colspan dir height href rowspan src start style title width'.split(' '),
);
const safeLink = /^(?:https?:\/\/|mailto:|tel:)/i;

/**
 * The last thing that happens to the text of a mail: what is not on the list is not in it. No script, no frame, no form, no image
 * of another server, no style that loads something.
 */
export function allowedOnly(tree: Fragment, isOwnFile: (url: string) => boolean): void {
  for (const node of [...elements(tree)]) {
    if (!isAllowed(node, isOwnFile)) remove(node);
    else node.attrs = node.attrs.filter(({ name, value }) => isAllowedAttribute(name, value));
  }
}

function isAllowed(node: Element, isOwnFile: (url: string) => boolean): boolean {
  if (!allowed.has(node.tagName)) return false;
  return node.tagName !== 'img' || isOwnFile(attribute(node, 'src') ?? '');
}

function isAllowedAttribute(name: string, value: string): boolean {
  if (name === 'href') return safeLink.test(value);
  if (name === 'style') return !/[()@\\<]|expression|import/i.test(value);
  return attributes.has(name);
}
