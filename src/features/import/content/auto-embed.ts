import { become, elements, type Fragment, linkElement, textContent } from '../../../content/document/tree.ts';

/** Sites that WordPress shows a player or card of when their URL stands alone on a line. */
const embeddable =
  /^https?:\/\/(?:www\.|m\.|mobile\.)?(?:youtube\.com\/(?:watch\?|shorts\/|playlist\?|live\/)|youtu\.be\/\w|vimeo\.com\/(?:\d|channels\/|groups\/)|(?:twitter|x)\.com\/\w{1,20}\/status(?:es)?\/\d|dailymotion\.com\/video\/|dai\.ly\/|soundcloud\.com\/[\w-]{1,60}\/|open\.spotify\.com\/\w|flickr\.com\/photos\/|flic\.kr\/|instagram\.com\/(?:p|reel)\/|instagr\.am\/p\/|tiktok\.com\/@|ted\.com\/talks\/|slideshare\.net\/|speakerdeck\.com\/\w|gist\.github\.com\/\w|bsky\.app\/profile\/|mixcloud\.com\/\w|codepen\.io\/[\w-]{1,60}\/pen\/|videopress\.com\/v\/|wordpress\.tv\/\d|kickstarter\.com\/projects\/|reddit\.com\/r\/\w{1,40}\/comments\/|imgur\.com\/\w|facebook\.com\/[\w./-]{1,100}\/(?:posts|videos)\/|scribd\.com\/doc)[^\s<>"]{0,1000}$/i;

/** Whether a text is nothing but the URL of something that WordPress embeds. */
export function isEmbeddable(text: string): boolean {
  return text.length < 1100 && embeddable.test(text);
}

/** A paragraph that is nothing but such a URL becomes an embed. */
export function autoEmbed(tree: Fragment): void {
  for (const node of [...elements(tree)]) {
    if (node.tagName !== 'p' || node.childNodes.length > 3) continue;
    const text = textContent(node).trim();
    if (isEmbeddable(text)) become(node, 'figure', 'embed', [linkElement(text)]);
  }
}
