import { calloutKind } from '../../../content/foreign/callouts.ts';
import { escapeAttribute, escapeText } from '../../../content/markdown/markup.ts';
import { embeddedUrl, isEmbedShortcode } from './embed-pages.ts';
import { codeBlock, embed, figure, image, link } from './markup.ts';
import type { Attachment, ConvertOptions, Remarks } from './options.ts';
import type { Handlers, Shortcode } from './shortcodes.ts';

type Inner = (html: string) => string;
type Expand = (
  shortcode: Shortcode,
  inner: Inner,
  options: ConvertOptions,
  remarks: Remarks,
) => string | null;

const codeNames = new Set(
  'code codeblock sourcecode source syntax syntaxhighlighter highlight prettify crayon enlighter prism'.split(
    ' ',
  ),
);
/** CodeColorer has letters for its options, and the language, in the name: `[ccnle_php]`. */
const codeColorer = /^cc[bceilnrstwxz]{0,12}(?:_([\w+#-]{1,30}))?$/;
/** SyntaxHighlighter has a shortcode for each language. */
const languages = new Set(
  (
    'actionscript3 as3 bash c clojure coldfusion cpp csharp css delphi diff erlang fsharp go groovy html java javafx ' +
    'javascript jscript js matlab objc perl php plain powershell py python r rails rb ruby scala shell sql swift vb ' +
    'vbnet xhtml xml xslt yaml'
  ).split(' '),
);
const formulas = new Set(['latex', 'katex', 'tex', 'math', 'mathjax', 'equation']);
const footnotes = new Set(['footnote', 'footnotes', 'fn', 'efn_note', 'mfn', 'ref']);
const callouts = /^(?:note|info|tip|success|important|warning|alert|caution|danger|error)$/;
const toggles = new Set('spoiler su_spoiler expand toggle accordion-item collapse details'.split(' '));
/** Columns and rows of themes and page builders, whose content stands for itself. */
const layout =
  /^(?:vc_(?:row|column|column_text|row_inner|column_inner|section)|et_pb_(?:section|row|column|text|row_inner|column_inner)|fusion_(?:builder_(?:container|row|column)|text)|av_(?:one_full|one_half|one_third|two_third|textblock|section)|(?:one|two|three|four)_(?:half|third|fourth|fifth|sixth)(?:_last)?|columns?|row|col|section|container|su_row|su_column|column_half|raw|noautop)$/;

/** What WordPress and common plugins make of shortcodes. */
export function shortcodeHandlers(options: ConvertOptions, remarks: Remarks): Handlers {
  return {
    isVerbatim: (name) =>
      codeNames.has(name) || languages.has(name) || formulas.has(name) || codeColorer.test(name),
    expand(shortcode, inner) {
      const expand = expansionOf(shortcode);
      const html = expand?.(shortcode, inner, options, remarks) ?? null;
      if (html !== null) return html;
      const isLeftOut = leftOut.has(shortcode.name);
      if (isLeftOut || (expand && isShortcode(shortcode)))
        remarks.add(
          `A shortcode shows nothing that is part of the export, and ${isLeftOut ? 'was left out' : 'stays as text'}: ${shortcode.source.slice(0, 100)}`,
        );
      else if (isShortcode(shortcode)) remarks.unknownShortcode(shortcode.name);
      return isLeftOut ? '' : null;
    },
  };
}

function expansionOf({ name, content }: Shortcode): Expand | null {
  if (Object.hasOwn(expansions, name)) return expansions[name] ?? null;
  if (isEmbedShortcode(name)) return embedded;
  if (layout.test(name)) return (_shortcode, inner) => `\n\n${inner(content ?? '')}\n\n`;
  if (content === null) return null;
  if (codeNames.has(name) || languages.has(name) || codeColorer.test(name)) return code;
  if (formulas.has(name)) return formula;
  if (footnotes.has(name))
    return (_shortcode, inner) => `<span class="footnote">${inner(content).trim()}</span>`;
  if (callouts.test(name)) {
    const kind = name === 'alert' ? 'warning' : calloutKind(name);
    return (_shortcode, inner) => `<aside class="callout ${kind}">${inner(content)}</aside>`;
  }
  return toggles.has(name) ? toggle : null;
}

/** Text in brackets is a shortcode if it has parameters or a closing tag, or a name that no word has. */
function isShortcode({ name, attributes, content, source }: Shortcode): boolean {
  return (
    attributes.size > 0 ||
    content !== null ||
    name.includes('_') ||
    source.endsWith('/]') ||
    plugins.has(name) ||
    Object.hasOwn(expansions, name)
  );
}

const plugins = new Set(
  'contact-form contact-form-7 ninja-form wpforms gravityform mc4wp-form sitemap archives'.split(' '),
);

/** What no reader ever saw as text. */
const leftOut = new Set([...plugins, 'gallery', 'playlist', 'ngg', 'nggallery', 'slideshow']);

const expansions: Record<string, Expand> = {
  caption,
  wp_caption: caption,
  gallery(shortcode, _inner, options, remarks) {
    const ids = idsOf(shortcode);
    const excluded = new Set((shortcode.attributes.get('exclude') ?? '').split(/[\s,]+/));
    const files =
      ids.length > 0
        ? ids.filter((id) => !excluded.has(id)).map((id) => options.attachment?.(id))
        : (options.attachmentsOfPost?.() ?? []);
    const found = files.filter((file) => file !== undefined);
    if (found.length === 0) return null;
    if (found.length < files.length)
      remarks.add(
        `${files.length - found.length} of ${files.length} images of a gallery are not part of the export.`,
      );
    return `<div class="gallery">${found.map(figureOf).join('')}</div>`;
  },
  audio: media,
  video: media,
  playlist: (shortcode, _inner, options) => {
    const files = idsOf(shortcode).flatMap((id) => options.attachment?.(id) ?? []);
    if (files.length === 0) return null;
    return `<ul>${files.map(({ url, title }) => `<li>${link(url, title || url)}</li>`).join('')}</ul>`;
  },
  vc_single_image: (shortcode, _inner, options) => {
    const file = options.attachment?.(shortcode.attributes.get('image') ?? '');
    return file ? figureOf(file) : null;
  },
  toc: () => '<nav class="toc"></nav>',
};

const captioned = /^\s{0,50}((?:<a\s[^>]+>\s{0,50})?<img\s[^>]+>(?:\s{0,50}<\/a>)?)/i;

function caption({ attributes, content }: Shortcode, inner: Inner): string | null {
  if (content === null) return null;
  const expanded = inner(content);
  const given = attributes.get('caption');
  if (given) return figure(expanded, given);
  const text = expanded.replace(/^\s{0,50}<p>/, '');
  const found = captioned.exec(text);
  return found ? figure(found[1] ?? '', text.slice(found[0].length)) : expanded;
}

function idsOf({ attributes }: Shortcode): string[] {
  return (attributes.get('ids') ?? attributes.get('include') ?? '').split(/[\s,]+/).filter(Boolean);
}

const figureOf = ({ url, alt, caption = '' }: Attachment): string =>
  figure(image(url, alt), escapeText(caption));

const mediaAttributes = 'src mp3 m4a ogg wav wma mp4 m4v webm ogv wmv flv mov'.split(' ');

function media(shortcode: Shortcode): string | null {
  const { name, attributes, values, content } = shortcode;
  const given = mediaAttributes.flatMap((one) => attributes.get(one) ?? []);
  const url = [...given, ...values.map((one) => one.split('|')[0] ?? ''), (content ?? '').trim()].find(
    (one) => /^(?:https?:)?\/[^\s<]{2,}$/i.test(one),
  );
  if (url === undefined) return embedded(shortcode);
  return /^https?:\/\/(?:www\.)?(?:youtube\.com|youtu\.be|vimeo\.com)\//i.test(url)
    ? embed(url)
    : `<figure class="media"><${name} src="${escapeAttribute(url)}"></${name}></figure>`;
}

function embedded(shortcode: Shortcode): string | null {
  const url = embeddedUrl(shortcode);
  return url && embed(url);
}

/** Entities in code are written by the editor, tags are part of the code. */
function code({ name, attributes, values, content }: Shortcode): string {
  const [isColorer, inName] = codeColorer.exec(name) ?? [];
  const given =
    attributes.get('language') ?? attributes.get('lang') ?? attributes.get('brush') ?? values[0] ?? '';
  const language = codeNames.has(name) || isColorer ? (given.split(/[;:]/, 1)[0] ?? '') : name;
  const text = (content ?? '')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/^\r?\n/, '')
    .trimEnd();
  return isColorer?.includes('i') && !text.includes('\n')
    ? `<code>${text}</code>`
    : codeBlock(text, inName ?? language);
}

function formula({ attributes, content }: Shortcode): string {
  const isBlock = attributes.get('display') === 'true' || /\n\s{0,20}\S/.test(content ?? '');
  const name = isBlock ? 'div' : 'span';
  return `<${name} class="math">${(content ?? '').replaceAll('<', '&lt;').trim()}</${name}>`;
}

function toggle({ attributes, content }: Shortcode, inner: Inner): string {
  const title = attributes.get('title') ?? attributes.get('heading') ?? '';
  return `<details><summary>${escapeText(title)}</summary>${inner(content ?? '')}</details>`;
}
