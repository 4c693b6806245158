import { markdownToHtml } from '../../../../content/markdown/to-html.ts';
import { convertForeignHtml } from '../../content/convert.ts';
import { some } from '../../content/options.ts';
import { convertDialects } from './dialects.ts';
import { kindOf } from './kinds.ts';
import type { Links } from './links.ts';
import { convertLiquid } from './liquid.ts';
import type { ParsedText } from './parse-text.ts';
import { ProtectedText, protectDollars, usesMath } from './protected-text.ts';
import { convertHugo, convertZola, type TemplateContext } from './shortcode-html.ts';
import type { Generator, MarkdownSite } from './site.ts';
import type { TextFile } from './text-index.ts';

type Converted = { html: string; files: Map<string, string>; remarks: string[] };

const templates: Record<Generator, (body: string, context: TemplateContext) => string> = {
  hugo: convertHugo,
  zola: convertZola,
  jekyll: convertLiquid,
  eleventy: convertLiquid,
  plain: (body) => body,
};

/** The HTML of a text, with the images of the source that it shows. */
export function convertText(parsed: ParsedText, text: TextFile, site: MarkdownSite, links: Links): Converted {
  const protectedText = new ProtectedText(parsed.body);
  const isHtml = kindOf(text.path) === 'html';
  const unknown = new Set<string>();
  const lostLinks = new Set<string>();
  const lostImages = new Set<string>();
  const files = new Map<string, string>();
  const image = (src: string): string => {
    const found = links.image(src, text);
    if (found.file !== undefined) files.set(found.url, found.file);
    if (!found.isKnown) lostImages.add(src);
    return found.url;
  };
  const context: TemplateContext = {
    data: parsed.data,
    settings: site.settings,
    addressOf: (path) => links.addressOf(path, text),
    basePath: site.basePath,
    url: site.url ?? '',
    protectedText,
    isHtml,
    unknown,
  };
  const plain = templates[site.generator](parsed.body, context);
  const protectedSource = usesMath(parsed.data, site.settings) ? plain : protectDollars(plain, protectedText);
  const html = isHtml ? plain : markdownHtml(protectedSource, text, site, links, lostLinks);
  const converted = convertForeignHtml(protectedText.restore(html), {
    imageUrl: image,
    linkUrl: (href) => links.link(href, text),
  });
  return {
    html: converted.html,
    files,
    remarks: [...remarksOn(unknown, lostLinks, lostImages), ...converted.remarks],
  };
}

function markdownHtml(
  body: string,
  text: TextFile,
  site: MarkdownSite,
  links: Links,
  lost: Set<string>,
): string {
  const markdown = convertDialects(body, {
    imageUrl: (name) => links.imageNamed(name, text),
    textUrl: (name) => links.addressOf(name, text),
    lost: site.generator === 'plain' ? lost : null,
  });
  // The line break keeps a rule at the beginning from being read as front matter.
  return markdownToHtml(`\n${markdown}`).html;
}

function remarksOn(unknown: Set<string>, lostLinks: Set<string>, lostImages: Set<string>): string[] {
  const remarks: [Set<string>, string][] = [
    [unknown, 'Unknown shortcodes stay as text'],
    [lostLinks, 'Links to notes that are not in the source became text'],
    [lostImages, 'Images are not in the source, and its URL is not known'],
  ];
  return remarks.flatMap(([names, what]) => (names.size > 0 ? `${what}: ${some(names)}.` : []));
}
