import {
  type Atrule,
  type CssNode,
  find,
  generate,
  type List,
  type ListItem,
  parse,
  type Rule,
  walk,
} from 'css-tree';
import * as messages from '../../platform/messages/owner.ts';

type CssProblem = { line: number; message: string };
type SanitizedCss = { css: string; problems: CssProblem[] };

/** At-rules that load nothing. */
const atRules = new Set([
  ...['container', 'counter-style', 'font-face', 'keyframes', '-webkit-keyframes', 'layer', 'media', 'page'],
  ...['property', 'scope', 'starting-style', 'supports', 'view-transition'],
]);
/** Functions whose arguments are URLs, or could become one. */
const urlFunctions =
  /^(?:url|src|image|image-set|-webkit-image-set|cross-fade|-webkit-cross-fade|element|-moz-element|expression|attr)$/i;
/** Properties that ran scripts in old browsers. */
const scriptProperties = /^(?:behavior|-ms-behavior|-moz-binding)$/i;

/**
 * Writes a style sheet anew from its parsed tree, with only what loads nothing from other sites. What cannot be parsed or
 * is not allowed is dropped, with the line where it was. Escapes and comments are resolved by the parser.
 */
export function sanitizeCss(source: string): SanitizedCss {
  const problems: CssProblem[] = [];
  const tree = parse(source, {
    positions: true,
    parseCustomProperty: true,
    onParseError: (error) =>
      problems.push({
        line: (error as unknown as { line?: number }).line ?? 1,
        message: messages.cssUnreadable,
      }),
  });
  // A node is judged before its children, so what is dropped is reported once.
  walk(tree, (node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) => {
    const message = whyNot(node);
    if (message === null) return undefined;
    // The parser has reported the parts that it keeps as text.
    if (message !== alreadyReported) problems.push({ line: node.loc?.start.line ?? 1, message });
    list?.remove(item);
    return walk.skip;
  });
  return { css: generate(tree), problems: problems.sort((a, b) => a.line - b.line) };
}

const alreadyReported = '';

/** Why a node may not be sent; null for one that may, as far as its children may. */
function whyNot(node: CssNode): string | null {
  if (node.type === 'Comment' || node.type === 'Raw') return alreadyReported;
  if (node.type === 'Atrule' && !atRules.has(node.name.toLowerCase())) return messages.cssAtRule(node.name);
  if (node.type === 'Atrule' || node.type === 'Rule')
    return hasForeignPrelude(node) ? messages.cssUnreadable : null;
  if (node.type !== 'Declaration') return null;
  // A custom property may have any name, but needs no escapes either.
  if (scriptProperties.test(node.property) || node.property.includes(backslash))
    return messages.cssProperty(node.property);
  return foreignPart(node.value);
}

/** The parser leaves escapes in names as they are written, so a name with one could be any. */
const backslash = '\\';
const mayLoad = (name: string): boolean => urlFunctions.test(name) || name.includes(backslash);

/** The parser keeps a prelude that it does not understand as text. */
function hasForeignPrelude({ prelude }: Atrule | Rule): boolean {
  if (!prelude) return false;
  return (
    find(
      prelude,
      (inner) =>
        inner.type === 'Raw' || inner.type === 'Url' || (inner.type === 'Function' && mayLoad(inner.name)),
    ) !== null
  );
}

/** Why a value may not be sent; null for one that loads nothing from another site. */
function foreignPart(value: CssNode): string | null {
  let message: string | null = null;
  walk(value, (node) => {
    if (node.type === 'Raw') message ??= messages.cssUnreadable;
    else if (node.type === 'Url' && !isOwnUrl(node.value))
      message ??= messages.cssUrl(node.value.slice(0, 60));
    else if (node.type === 'Function' && mayLoad(node.name)) message ??= messages.cssFunction(node.name);
  });
  return message;
}

/** A path of this site, a fragment, or an image within the sheet. Browsers read a backslash as a slash. */
const isOwnUrl = (url: string): boolean =>
  /^(?:#[\w-]+|\/(?![/\\])[\w!$&'()*+,\-./:;=?@~%]*)$/.test(url) ||
  /^data:image\/(?:avif|gif|jpeg|png|webp|svg\+xml)[;,]/i.test(url);
