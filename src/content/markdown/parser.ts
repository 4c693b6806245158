import MarkdownIt from 'markdown-it';
import definitionLists from 'markdown-it-deflist';
import { addBlockSyntax } from './block-syntax.ts';
import { addFootnotes } from './footnotes.ts';
import { addMath } from './math.ts';
import { readUnclosedHtmlAsText } from './unclosed-html.ts';

/** CommonMark with GitHub's and Pandoc's additions that our documents know. */
export const parser = new MarkdownIt({ html: true })
  .use(definitionLists)
  .use(addFootnotes)
  .use(addMath)
  .use(readUnclosedHtmlAsText)
  .use(addBlockSyntax);

// The sanitizer decides which URLs are stored and how they are spelled.
parser.normalizeLink = (url) => url;
parser.normalizeLinkText = (url) => url;
