import {
  attribute,
  become,
  type Element,
  elements,
  type Fragment,
  find,
  hasClass,
  linkElement,
  parentOf,
  remove,
  rename,
  textContent,
} from '../../../content/document/tree.ts';
import { embedUrlInHtml } from '../../../content/document/url.ts';
import { pageOfPlayer, pageOfScript } from '../../../content/foreign/players.ts';
import type { Remarks } from './options.ts';

/**
 * Frames, plug-ins and scripts have no place in a post. Those with a known page become embeds (`document/foreign.ts`); of
 * all others a link stays where there is one, and a remark says what is missing.
 */
export function replaceFrames(tree: Fragment, remarks: Remarks): void {
  for (const node of [...elements(tree)]) {
    const name = node.tagName;
    if (name === 'iframe' || name === 'frame')
      replaceFrame(node, attribute(node, 'src') ?? attribute(node, 'data-src'), remarks);
    else if (name === 'object' || name === 'embed' || name === 'applet') replaceObject(node, remarks);
    else if (name === 'script') replaceScript(node, remarks);
    else if (name === 'svg' && node.childNodes.length > 0)
      remarks.add('A drawing (SVG) inside of the text was left out.');
    else if (name === 'canvas' && node.childNodes.length > 0) remarks.add('A canvas was left out.');
    else if (name === 'form' && hasField(node)) remarks.add('The fields of a form were left out.');
    else if (name === 'audio' || name === 'video') keepPlayerUrl(node, remarks);
  }
}

function replaceFrame(node: Element, src: string | undefined, remarks: Remarks): void {
  const given = src?.trim() ?? '';
  if (pageOfPlayer(given) !== null) {
    node.attrs = [{ name: 'src', value: given }];
    return;
  }
  const url = embedUrlInHtml(given);
  if (url === null) {
    if (given !== '' && !/^about:/i.test(given)) remarks.add(`A frame was left out: ${short(given)}`);
    remove(node);
  } else becomeLink(node, url, 'A frame', remarks);
}

function becomeLink(node: Element, url: string, what: string, remarks: Remarks): void {
  become(node, 'p', null, [linkElement(url)]);
  remarks.add(`${what} became a link: ${short(url)}`);
}

function replaceObject(node: Element, remarks: Remarks): void {
  if (!node.parentNode || isInObject(node)) return;
  const urls = [node, ...elements(node)].flatMap((one) => {
    const isParameter = one.tagName === 'param';
    if (isParameter && !/^(?:movie|src|url|filename)$/i.test(attribute(one, 'name') ?? '')) return [];
    return [attribute(one, 'data'), attribute(one, 'src'), isParameter ? attribute(one, 'value') : undefined];
  });
  const given = urls.flatMap((one) => one?.trim() || []);
  if (given.some((one) => pageOfPlayer(one) !== null)) return;
  const url = given.flatMap((one) => embedUrlInHtml(one) ?? [])[0];
  // The file block of WordPress shows a document beside its link.
  if (url !== undefined && hasClass(node, 'wp-block-file__embed')) remove(node);
  else if (url === undefined) {
    rename(node, 'div', null);
    remarks.add('A plug-in was left out.');
  } else becomeLink(node, url, 'A plug-in', remarks);
}

function isInObject(node: Element): boolean {
  for (let outer = parentOf(node); outer; outer = parentOf(outer))
    if (outer.tagName === 'object') return true;
  return false;
}

/** They only give shape to something that stands in the text beside them. */
const loaders =
  /^(?:https?:)?\/\/(?:platform\.(?:twitter|x|instagram)\.com\/|www\.instagram\.com\/embed|(?:www\.)?tiktok\.com\/embed|connect\.facebook\.net\/|embedr\.flickr\.com\/|assets\.pinterest\.com\/|embed\.redditmedia\.com\/|embed\.bsky\.app\/|static\.codepen\.io\/|(?:cpwebassets|production-assets)\.codepen\.io\/|s\.imgur\.com\/|fast\.wistia\.(?:com|net)\/|[\w.-]{0,60}squarespace\.com\/)/i;

function replaceScript(node: Element, remarks: Remarks): void {
  const src = attribute(node, 'src')?.trim() ?? '';
  if (pageOfScript(src) !== null || /^math\/tex/i.test(attribute(node, 'type') ?? '')) return;
  if (!loaders.test(src) && (src !== '' || textContent(node).trim() !== ''))
    remarks.add(src === '' ? 'A script was left out.' : `A script was left out: ${short(src)}`);
  remove(node);
}

const hasField = (form: Element): boolean => find(form, ({ tagName }) => tagName === 'input') !== undefined;

/** A link says where the file is, which stays there. */
function keepPlayerUrl(node: Element, remarks: Remarks): void {
  const sources = [node, ...elements(node)].flatMap(
    (one) => attribute(one, 'src') ?? attribute(one, 'data-src') ?? [],
  );
  const [first] = sources;
  if (first === undefined) remarks.add(`A player without a file was left out (${node.tagName}).`);
  else {
    if (!attribute(node, 'src')) node.attrs.push({ name: 'src', value: first });
    remarks.add(`The ${node.tagName} file stays where it is and is linked: ${short(first)}`);
  }
}

const short = (url: string): string => (url.length > 200 ? `${url.slice(0, 200)}…` : url);

/** Sites that WordPress shows a player or card of when their URL stands alone on a line. */
const embeddable =
  /^https?:\/\/(?:www\.|m\.|mobile\.)?(?:youtube\.com\/(?:watch\?|shorts\/|playlist\?|live\/)|youtu\.be\/\w|vimeo\.com\/(?:\d|channels\/|groups\/)|(?:twitter|x)\.com\/\w{1,20}\/status(?:es)?\/\d|dailymotion\.com\/video\/|dai\.ly\/|soundcloud\.com\/[\w-]{1,60}\/|open\.spotify\.com\/\w|flickr\.com\/photos\/|flic\.kr\/|instagram\.com\/(?:p|reel)\/|instagr\.am\/p\/|tiktok\.com\/@|ted\.com\/talks\/|slideshare\.net\/|speakerdeck\.com\/\w|gist\.github\.com\/\w|bsky\.app\/profile\/|mixcloud\.com\/\w|codepen\.io\/[\w-]{1,60}\/pen\/|videopress\.com\/v\/|wordpress\.tv\/\d|kickstarter\.com\/projects\/|reddit\.com\/r\/\w{1,40}\/comments\/|imgur\.com\/\w|facebook\.com\/[\w./-]{1,100}\/(?:posts|videos)\/|scribd\.com\/doc)[^\s<>"]{0,1000}$/i;

/** Whether a text is nothing but the URL of something that WordPress embeds. */
export const isEmbeddable = (text: string): boolean => text.length < 1100 && embeddable.test(text);

/** A paragraph that is nothing but such a URL becomes an embed. */
export function autoEmbed(tree: Fragment): void {
  for (const node of [...elements(tree)]) {
    if (node.tagName !== 'p' || node.childNodes.length > 3) continue;
    const text = textContent(node).trim();
    if (isEmbeddable(text)) become(node, 'figure', 'embed', [linkElement(text)]);
  }
}
